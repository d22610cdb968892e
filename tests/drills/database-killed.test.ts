import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { it } from 'vitest';
import { figure } from '../bench/kit/figures.ts';
import { startFleet } from '../support/server-fleet.ts';
import { judge } from './kit/judge.ts';
import { PushingTablets } from './kit/pushing-tablets.ts';

/** Resolves when the database takes connections. */
async function untilUp(connectionString: string): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await sleep(50);
    }
  }
}

it('PostgreSQL is killed under load', async () => {
  const fleet = await startFleet(2);
  try {
    const tablets = await PushingTablets.open(fleet);
    tablets.start();
    await sleep(5000);
    const pids = fleet.servers.map(({ pid }) => pid);
    const file = path.join(fleet.database.folder, 'cluster/postmaster.pid');
    const [postmaster = ''] = (await readFile(file, 'utf8')).split('\n');
    process.kill(Number(postmaster), 'SIGKILL');
    const killed = performance.now();
    await untilUp(fleet.ownerUrl);
    const up = performance.now();
    const isReady = async (port: number) => (await fetch(`http://127.0.0.1:${port}/api/readyz`)).ok;
    const before = tablets.acknowledged;
    for (const { port } of fleet.servers) while (!(await isReady(port))) await sleep(50);
    while (tablets.acknowledged === before) await sleep(50);
    const ready = performance.now();
    await sleep(8000);
    await tablets.end();
    const same = fleet.servers.filter(({ pid }, place) => pid === pids[place]);
    await judge('database-killed', {
      how: 'kill -9 of the first process of PostgreSQL, two servers, eight tablets push',
      rows: [
        ...(await tablets.rows()),
        { what: 'PostgreSQL away', ours: figure('ms', [up - killed]) },
        {
          what: 'Servers ready and a call taken, from then on',
          ours: figure('ms', [ready - up]),
          target: { most: 15_000 },
        },
        {
          what: 'Servers that had to be started again',
          ours: figure('', [fleet.servers.length - same.length]),
          target: { most: 0 },
        },
      ],
    });
  } finally {
    await fleet.close();
  }
});
