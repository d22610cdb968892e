import { startDemoServer } from './demo-server.ts';
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts';
import { SchoolRecord } from './school-record.ts';
import type { ServerProcess } from './server-process.ts';

/** The demo's school, reached through a proxy that can disturb the way, and what the school itself has on record. */
export interface SchoolBehindProxy {
  readonly server: ServerProcess;
  readonly proxy: FaultProxy;
  readonly record: SchoolRecord;
  /** Where the school's people find it. */
  readonly origin: string;
  close(): Promise<void>;
}

const subdomain = 'greenfield';

/** `project`: the folder of another build of the program than this one's. */
export async function openSchoolBehindProxy(options: { project?: string } = {}): Promise<SchoolBehindProxy> {
  const server = await startDemoServer(options);
  const proxy = await startFaultProxy(server.port);
  return {
    server,
    proxy,
    record: new SchoolRecord(server, subdomain),
    origin: proxy.origin(subdomain),
    async close() {
      await proxy.close();
      await server.dispose();
    },
  };
}
