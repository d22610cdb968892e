import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { afterAll, expect, it } from 'vitest';
import { at, makeChildren, Tablets, type Bell } from '../bench/kit/bell.ts';
import { clockOfServers } from '../bench/kit/server-clock.ts';
import { EventReader } from '../support/event-reader.ts';
import { startFleet, type ServerFleet } from '../support/server-fleet.ts';

/*
 * `npm run load`: the bell with as many tablets as asked for, at servers of its own. It measures and asserts no figure.
 */

/** Seconds after which tablets that are not in are given up, and of the look at open streams. */
const atMost = 140;
const streamSeconds = 20;
/** Streams that are opened at once. */
const together = 50;

const options = v.parse(
  v.object({
    tablets: v.number(),
    within: v.number(),
    servers: v.number(),
    streams: v.number(),
    cards: v.boolean(),
  }),
  JSON.parse(process.env['LOAD'] ?? '{}'),
);

let fleet: ServerFleet | undefined;
afterAll(() => fleet?.close());

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`;

function sayBell(bell: Bell, processor: number): string[] {
  const { tablets, within, servers, cards } = options;
  return [
    `${tablets} tablets within ${within} s at ${servers} ${servers === 1 ? 'server' : 'servers'}, ${cards ? 'by card' : 'typed'}`,
    `  in, with what the device needs: p50 ${seconds(at(bell.in, 0.5))}, p95 ${seconds(at(bell.in, 0.95))}, ${bell.in.length} of ${tablets} after ${seconds(bell.whole)}`,
    `  answers: p50 ${seconds(at(bell.answers, 0.5))}, p95 ${seconds(at(bell.answers, 0.95))}, longest ${seconds(Math.max(...bell.answers))}`,
    `  told when to come again: ${bell.refused}, connections made again: ${bell.broken}, not in when the time was over: ${bell.late}`,
    `  errors: ${[...bell.failed].map(([what, count]) => `${count} × ${what}`).join('; ') || 'none'}`,
    `  processor, servers and database: ${seconds(processor / tablets)} a tablet`,
  ];
}

/** Streams of those who are in, in turns at each server, and what they cost while nothing happens. */
async function holdStreams(
  { servers }: ServerFleet,
  visitors: Bell['visitors'],
  clock: () => number,
): Promise<string[]> {
  const streams: EventReader[] = [];
  while (streams.length < options.streams) {
    const places = Array.from(
      { length: Math.min(together, options.streams - streams.length) },
      (_, number) => streams.length + number,
    );
    const opened = await Promise.all(
      places.map((place) => {
        const visitor = visitors[place % visitors.length];
        const server = servers[place % servers.length];
        if (!visitor || !server) throw new Error('Nobody is in to open a stream.');
        return EventReader.open(server.port, visitor);
      }),
    );
    streams.push(...opened);
  }
  const before = clock();
  await sleep(streamSeconds * 1000);
  const used = (clock() - before) / (streamSeconds * 1000);
  const open = streams.filter(({ status, isEnded }) => status === 200 && !isEnded).length;
  for (const stream of streams) stream.close();
  return [
    `${options.streams} streams for ${streamSeconds} s with nothing happening`,
    `  open at the end: ${open}, processor, servers and database: ${(used * 100).toFixed(1)} % of one core`,
  ];
}

it('tablets come in at the bell, and streams stay open', { timeout: 420_000 }, async () => {
  fleet = await startFleet(options.servers);
  const children = await makeChildren(fleet.installation, options.tablets, { withCards: options.cards });
  const tablets = new Tablets(fleet.servers.map(({ port }) => port));
  const clock = await clockOfServers(fleet.installation, fleet.servers);
  const before = clock();
  const bell = await tablets.ring(children, { within: options.within, atMost });
  const lines = sayBell(bell, clock() - before);
  tablets.close();
  if (options.streams > 0) lines.push(...(await holdStreams(fleet, bell.visitors, clock)));
  console.log(`\n${lines.join('\n')}\n`);
  expect(bell.in.length + bell.late + [...bell.failed.values()].reduce((sum, count) => sum + count, 0)).toBe(
    options.tablets,
  );
});
