import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { it } from 'vitest';
import { figure } from '../bench/kit/figures.ts';
import { startFleet } from '../support/server-fleet.ts';
import { judge } from './kit/judge.ts';
import { Probe } from './kit/probe.ts';
import { PushingTablets } from './kit/pushing-tablets.ts';

/** At the end of each transaction that takes a call, with all its locks: where a disk that is slow to keep things is waited for, too. */
const slowCommits = `
  create function wait_for_the_disk() returns trigger language plpgsql as $$
    begin
      perform pg_sleep(0.2);
      return null;
    end
  $$;
  create constraint trigger slow_disk after insert on sync_calls
    deferrable initially deferred for each row execute function wait_for_the_disk()`;

const longestLock = `
  select coalesce(max(extract(epoch from clock_timestamp() - waitstart)), 0)::float8 * 1000 as waited
  from pg_locks where not granted`;

it('PostgreSQL takes 200 ms longer for each transaction that writes', async () => {
  const fleet = await startFleet(2);
  const client = new pg.Client({ connectionString: fleet.ownerUrl });
  try {
    await client.connect();
    const ports = fleet.servers.map(({ port }) => port);
    const tablets = await PushingTablets.open(fleet);
    const [teacher] = tablets.teachers;
    await client.query(slowCommits);
    const alive = new Probe(ports, { path: '/api/livez', host: 'localhost' });
    const reads = new Probe(ports, { path: '/api/works/', host: teacher?.host ?? '' });
    tablets.start();
    let waited = 0;
    for (const until = performance.now() + 30_000; performance.now() < until;) {
      const { rows } = await client.query<{ waited: number }>(longestLock);
      waited = Math.max(waited, rows[0]?.waited ?? 0);
      await sleep(100);
    }
    await Promise.all([alive.end(), reads.end()]);
    await tablets.end();
    await judge('slow-disk', {
      how: 'Each transaction that takes a call of a tablet waits 200 ms with its locks before it is kept, for 30 s, two servers, eight tablets push',
      rows: [
        ...(await tablets.rows()),
        {
          what: 'Longest wait for a lock',
          ours: figure('ms', [waited]),
          target: { most: 5000 },
        },
        {
          what: 'Answers of /api/livez that were not 200',
          ours: figure('', [alive.count((status) => status !== 200)]),
          target: { most: 0 },
        },
        {
          what: 'Answers to reads that were not 200',
          ours: figure('', [reads.count((status) => status !== 200)]),
          target: { most: 0 },
        },
        { what: 'Longest read', ours: figure('ms', [reads.longest]) },
      ],
      notes: [
        'The disk itself is as ever: PostgreSQL sleeps where it would wait for it. What is read comes from memory either way.',
      ],
    });
  } finally {
    await client.end();
    await fleet.close();
  }
});
