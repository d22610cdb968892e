import { readdir, readFile } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import * as v from 'valibot';
import type { Clock } from './clock.ts';
import { inWorkScope, type Database } from './database.ts';
import { describeMetrics, metrics } from './metrics.ts';
import { countDueTasks } from './tasks.repository.ts';

/** Milliseconds between two looks at the loop, which are no lag. */
const resolution = 20;
const nanoseconds = 1e9;

/** Which program runs, and the newest change of the database that it knows. */
export async function readBuild(root: string): Promise<{ version: string; schema: string }> {
  const text = await readFile(path.join(root, 'package.json'), 'utf8');
  const { version } = v.parse(v.object({ version: v.string() }), JSON.parse(text));
  const files = await readdir(path.join(root, 'server/migrations'));
  return { version, schema: path.basename(files.toSorted().at(-1) ?? '', '.sql') };
}

export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Answers `GET /metrics` on a port of its own, which no proxy hands on to the world.
 * @throws Error with a code where it may not listen there
 */
export async function openMetricsServer(options: {
  port: number;
  host: string;
  database: Database;
  clock: Clock;
  build: { version: string; schema: string };
  /** Hears why tasks could not be counted; all else is told nevertheless. */
  onFailure: (error: unknown) => void;
}): Promise<MetricsServer> {
  const { port, host, database, clock, build, onFailure } = options;
  const loop = monitorEventLoopDelay({ resolution });
  loop.enable();
  metrics.build.set(build, 1);

  async function readTasks(): Promise<void> {
    const now = clock.now();
    metrics.tasksWaiting.reset();
    metrics.tasksOldest.reset();
    const kinds = await inWorkScope(database, (transaction) => countDueTasks(transaction, now));
    for (const { kind, count, due_at } of kinds) {
      metrics.tasksWaiting.set({ kind }, count);
      metrics.tasksOldest.set({ kind }, (now.getTime() - due_at.getTime()) / 1000);
    }
  }

  function readLoop(): void {
    const late = loop.percentile(99) / nanoseconds - resolution / 1000;
    metrics.eventLoopLag.set(Math.max(0, late));
    loop.reset();
  }

  async function answer(response: ServerResponse): Promise<void> {
    readLoop();
    await readTasks().catch(onFailure);
    const { type, text } = await describeMetrics();
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(text);
  }

  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    answer(response).catch((error: unknown) => {
      onFailure(error);
      response.destroy();
    });
  });
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    async close() {
      loop.disable();
      server.close();
      server.closeAllConnections();
    },
  };
}
