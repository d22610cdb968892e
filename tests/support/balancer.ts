import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from './server-process.ts';
import { until } from './until.ts';

export interface Balancer {
  readonly port: number;
  close(): Promise<void>;
}

/** HAProxy in front of two servers on this machine, with `deploy/haproxy.cfg` but for HTTPS, which tablets of tests do not speak. */
export async function startBalancer([one, two]: readonly [number, number]): Promise<Balancer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'quillshelf-balancer-'));
  const port = await freePort();
  const shipped = await readFile('deploy/haproxy.cfg', 'utf8');
  const lines = shipped
    .split('\n')
    .filter((line) => !/^\s+(?:bind .* ssl |http-request redirect scheme )/u.test(line))
    .map((line) => line.replace('bind :', 'bind 127.0.0.1:'));
  const file = path.join(folder, 'haproxy.cfg');
  await writeFile(file, lines.join('\n'));
  const child = spawn('haproxy', ['-q', '-db', '-f', file], {
    stdio: 'ignore',
    env: {
      ...process.env,
      HTTP_PORT: String(port),
      SERVER_ONE: `127.0.0.1:${one}`,
      SERVER_TWO: `127.0.0.1:${two}`,
    },
  });
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`haproxy ended with ${child.exitCode}`);
    const { ok } = await fetch(`http://127.0.0.1:${port}/api/livez`);
    if (!ok) throw new Error('HAProxy hands nothing on yet');
  });
  return {
    port,
    async close() {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      await rm(folder, { recursive: true });
    },
  };
}
