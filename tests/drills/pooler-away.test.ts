import { setTimeout as sleep } from 'node:timers/promises';
import { it } from 'vitest';
import { figure } from '../bench/kit/figures.ts';
import { EventReader } from '../support/event-reader.ts';
import { byLine, openLineTo, type Line } from '../support/line.ts';
import { startPooler } from '../support/pooler.ts';
import { startFleet } from '../support/server-fleet.ts';
import type { TransactionPooler } from '../support/transaction-pooler.ts';
import { judge } from './kit/judge.ts';
import { roleUrls } from './kit/role-urls.ts';
import { millisecondsUntil, Probe } from './kit/probe.ts';
import { PushingTablets } from './kit/pushing-tablets.ts';

const awayFor = 20_000;

it('the pooler between two servers and PostgreSQL is away', async () => {
  let line: Line | undefined;
  let pooler: TransactionPooler | undefined;
  const environment: Record<string, string> = {};
  const fleet = await startFleet(2, {
    environment,
    reach: async (url) => {
      environment['DATABASE_DIRECT_URL'] = url;
      pooler = await startPooler(await roleUrls(url));
      const pooled = pooler.through(url);
      line = await openLineTo(pooled);
      return byLine(pooled, line);
    },
  });
  try {
    if (!line) throw new Error('There is no line');
    const ports = fleet.servers.map(({ port }) => port);
    const pids = fleet.servers.map(({ pid }) => pid);
    const tablets = await PushingTablets.open(fleet);
    const [teacher] = tablets.teachers;
    const [port = 0] = ports;
    if (!teacher) throw new Error('There is no teacher');
    const stream = await EventReader.open(port, teacher);
    tablets.start();
    await sleep(5000);
    const alive = new Probe(ports, { path: '/api/livez', host: 'localhost' });
    line.goAway();
    const reads = new Probe(ports, { path: '/api/works/', host: teacher.host });
    await sleep(awayFor);
    const wasEnded = stream.isEnded;
    await reads.end();
    const acknowledged = tablets.acknowledged;
    line.comeBack();
    const back = await millisecondsUntil(() => tablets.acknowledged > acknowledged);
    await sleep(5000);
    await alive.end();
    await tablets.end();
    stream.close();
    await judge('pooler-away', {
      how: 'The pooler ends all connections and takes none for 20 s, two servers, eight tablets push',
      rows: [
        ...(await tablets.rows()),
        {
          what: 'Answers to reads meanwhile that were neither 200 nor 503',
          ours: figure('', [reads.count((status) => status !== 200 && status !== 503)]),
          target: { most: 0 },
        },
        {
          what: 'Answers of /api/livez that were not 200',
          ours: figure('', [alive.count((status) => status !== 200)]),
          target: { most: 0 },
        },
        {
          what: 'Open streams that ended with it',
          ours: figure('', [wasEnded ? 1 : 0]),
          target: { most: 0 },
        },
        {
          what: 'A call taken, from its return on',
          ours: figure('ms', [back]),
          target: { most: 15_000 },
        },
        {
          what: 'Servers that had to be started again',
          ours: figure('', [fleet.servers.filter(({ pid }, place) => pid !== pids[place]).length]),
          target: { most: 0 },
        },
      ],
      notes: [
        process.env['PGBOUNCER'] === undefined
          ? 'The pooler is one of our own that behaves as PgBouncer does in transaction mode; `PGBOUNCER` names the real one.'
          : 'The pooler is PgBouncer.',
      ],
    });
  } finally {
    await fleet.close();
    await line?.close();
    await pooler?.close();
  }
});
