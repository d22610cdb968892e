import { afterAll, beforeAll, expect, it } from 'vitest';
import { Closing } from '#server/installation.ts';
import { at, makeChildren, Tablets, type Bell, type Child } from './kit/bell.ts';
import { startEmptyServer, type BenchServer } from './kit/big-school.ts';
import { figure, type Row } from './kit/figures.ts';
import { report } from './kit/report.ts';
import { givesUpAfter } from './kit/tablet-post.ts';

const closing = new Closing();
let server: BenchServer;
let tablets: Tablets;

beforeAll(async () => {
  server = await startEmptyServer();
  closing.add(() => server.close());
  tablets = new Tablets([server.process.port]);
}, 300_000);
afterAll(() => {
  tablets.close();
  return closing.close();
});

async function ring(children: readonly Child[], within: number): Promise<Bell> {
  const bell = await tablets.ring(children, { within });
  expect([...bell.failed]).toEqual([]);
  expect(bell.in).toHaveLength(children.length);
  return bell;
}

const rowsOf = (
  what: string,
  bell: Bell,
  targets: { in?: number; answer?: number; whole?: number },
): Row[] => [
  {
    what: `${what}: in, with what the device needs, half of them`,
    ours: figure('ms', [at(bell.in, 0.5)]),
  },
  {
    what: '… the 95th of a hundred',
    ours: figure('ms', [at(bell.in, 0.95)]),
    ...(targets.in !== undefined && { target: { most: targets.in } }),
  },
  {
    what: '… the longest that anybody waited for an answer',
    ours: figure('ms', [Math.max(...bell.answers)]),
    ...(targets.answer !== undefined && { target: { most: targets.answer } }),
  },
  {
    what: '… until the last one was through',
    ours: figure('ms', [bell.whole]),
    ...(targets.whole !== undefined && { target: { most: targets.whole } }),
  },
  { what: '… answers that said when to come again', ours: figure('', [bell.refused]) },
  { what: '… connections that broke and were made again', ours: figure('', [bell.broken]) },
];

it('the bell rings: everybody who comes is let in, or told when to come again', async () => {
  const children = await makeChildren(server.installation, 1500, { withCards: false });
  // The first ones prepare the statements.
  await ring(children.slice(0, 60), 2);
  const class300 = await ring(children.slice(0, 300), 10);
  const rush = await ring(children, 5);
  await report('bell', 'PostgreSQL embedded, on the same machine as the server and the tablets', [
    {
      title: 'The bell rings',
      rows: [
        ...rowsOf('300 children type their password within 10 s', class300, { in: 1500 }),
        ...rowsOf('1,500 within 5 s', rush, { answer: givesUpAfter, whole: 60_000 }),
      ],
      notes: [
        'Each child signs in and pulls; none was lost, or the bench would have ended. Tablets, server and database share the processors, so a part of each figure is the tablets’.',
      ],
    },
  ]);
}, 600_000);
