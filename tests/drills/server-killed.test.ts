import { setTimeout as sleep } from 'node:timers/promises';
import { it } from 'vitest';
import { figure } from '../bench/kit/figures.ts';
import { EventReader } from '../support/event-reader.ts';
import { startFleet } from '../support/server-fleet.ts';
import { until } from '../support/until.ts';
import { judge } from './kit/judge.ts';
import { PushingTablets } from './kit/pushing-tablets.ts';

const streamsPerTeacher = 20;

it('one of two servers is killed under load', async () => {
  const fleet = await startFleet(2);
  try {
    const [first, second] = fleet.servers;
    if (!first || !second) throw new Error('Two servers were started');
    const tablets = await PushingTablets.open(fleet);
    const callers = tablets.teachers.flatMap((teacher) =>
      Array.from({ length: streamsPerTeacher }, () => teacher),
    );
    const streams = await Promise.all(callers.map((caller) => EventReader.open(first.port, caller)));
    tablets.start();
    await sleep(5000);

    await first.kill();
    const began = performance.now();
    await until(() => {
      if (!streams.every(({ isEnded }) => isEnded)) throw new Error('A stream of a dead server goes on');
    });
    const again = await Promise.all(callers.map((caller) => EventReader.open(second.port, caller)));
    await Promise.all(again.map((stream) => stream.until(() => stream.received.length > 0, 'it is open')));
    const back = performance.now() - began;
    await sleep(5000);
    await first.start();
    await sleep(5000);

    await tablets.end();
    for (const stream of again) stream.close();
    await judge('server-killed', {
      how: 'kill -9 of one of two servers, eight tablets push, forty streams',
      rows: [
        ...(await tablets.rows()),
        {
          what: 'Streams are back, all of them at the other server',
          ours: figure('ms', [back]),
          target: { most: 25_000 },
        },
      ],
      notes: ['There is no balancer: a tablet goes to the other server by itself, half a second later.'],
    });
  } finally {
    await fleet.close();
  }
});
