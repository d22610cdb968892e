import { setTimeout as sleep } from 'node:timers/promises';
import { it } from 'vitest';
import { figure } from '../bench/kit/figures.ts';
import { byLine, openLineTo, type Line } from '../support/line.ts';
import { startFleet } from '../support/server-fleet.ts';
import { judge } from './kit/judge.ts';
import { millisecondsUntil, Probe } from './kit/probe.ts';
import { PushingTablets } from './kit/pushing-tablets.ts';

const cutFor = 60_000;
/** Connections of one server: for calls, one that listens, and those of the panel and the health check. */
const perServer = 16 + 1 + 5;

it('the network between two servers and PostgreSQL is cut for a minute', async () => {
  let line: Line | undefined;
  const fleet = await startFleet(2, {
    reach: async (url) => {
      line = await openLineTo(url);
      return byLine(url, line);
    },
  });
  try {
    if (!line) throw new Error('There is no line');
    const cut = line;
    const ports = fleet.servers.map(({ port }) => port);
    const tablets = await PushingTablets.open(fleet);
    tablets.start();
    await sleep(5000);
    const alive = new Probe(ports, { path: '/api/livez', host: 'localhost' });
    cut.fallSilent();
    await sleep(cutFor);
    const given = cut.longestUnheard;
    const acknowledged = tablets.acknowledged;
    cut.comeBack();
    const back = await millisecondsUntil(() => tablets.acknowledged > acknowledged);
    await sleep(5000);
    const { open } = cut;
    await alive.end();
    await tablets.end();
    await judge('network-cut', {
      how: 'Nothing comes through between servers and PostgreSQL for 60 s and nobody is told, two servers, eight tablets push',
      rows: [
        ...(await tablets.rows()),
        {
          what: 'Longest that a server waited on a connection before it gave it up',
          ours: figure('ms', [given]),
          target: { most: 32_000 },
        },
        {
          what: 'Answers of /api/livez that were not 200',
          ours: figure('', [alive.count((status) => status !== 200)]),
          target: { most: 0 },
        },
        {
          what: 'A call taken, from the end of the cut on',
          ours: figure('ms', [back]),
          target: { most: 15_000 },
        },
        {
          what: 'Connections of two servers to PostgreSQL after it',
          ours: figure('', [open]),
          target: { most: 2 * perServer },
        },
      ],
    });
  } finally {
    await fleet.close();
    await line?.close();
  }
});
