import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { buffer } from 'node:stream/consumers';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import type { User } from '#contract/identity/identity.schema.ts';
import { apiPrefix } from '#contract/kit/http.ts';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import { Closing } from '#server/installation.ts';
import { makeClass, makeStudents, makeTenant } from '#server/seeds/factories.ts';
import { startEmptyServer, type BenchServer } from './kit/big-school.ts';
import { figure, type Row } from './kit/figures.ts';
import { report } from './kit/report.ts';

const schools = 50;
const childrenPerSchool = 30;
const password = 'sunny-otter-42';
/** Milliseconds after which a device gives up on an answer. */
const givesUpAfter = 15_000;

/** Milliseconds after which a device whose line broke comes back. */
const comesBackAfter = 2000;

const closing = new Closing();
const agent = new Agent({ keepAlive: true, maxSockets: 2000 });
let server: BenchServer;

beforeAll(async () => {
  server = await startEmptyServer();
  closing.add(() => server.close());
}, 300_000);
afterAll(() => {
  agent.destroy();
  return closing.close();
});

interface Child {
  host: string;
  username: string;
}

async function makeChildren(): Promise<Child[]> {
  const children: Child[] = [];
  for (let place = 0; place < schools; place += 1) {
    const subdomain = `bell-${place}`;
    const school = await makeTenant(server.installation, { subdomain });
    const schoolClass = await makeClass(server.installation, school);
    const usernames = Array.from({ length: childrenPerSchool }, (_, number) => `bell-${place}-${number}`);
    await makeStudents(
      server.installation,
      school,
      schoolClass,
      usernames.map((username) => ({ first_name: username, username, password })),
    );
    children.push(...usernames.map((username) => ({ host: `${subdomain}.localhost`, username })));
  }
  await server.installation.refreshStatistics();
  return children;
}

interface Answer {
  status: number;
  body: unknown;
  retryAfter: number | null;
  milliseconds: number;
}

function post(host: string, path: string, body: object, access: string | null = null): Promise<Answer> {
  const payload = JSON.stringify(body);
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        agent,
        host: '127.0.0.1',
        port: server.process.port,
        method: 'POST',
        path: `${apiPrefix}${path}`,
        headers: {
          host,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(payload),
          ...(access !== null && { authorization: `Bearer ${access}` }),
        },
      },
      (answer) => {
        buffer(answer).then((content) => {
          const { 'retry-after': wait } = answer.headers;
          resolve({
            status: answer.statusCode ?? 0,
            body: JSON.parse(content.toString()) as unknown,
            retryAfter: wait === undefined ? null : Number(wait),
            milliseconds: performance.now() - began,
          });
        }, reject);
      },
    );
    sent.on('error', (error) => {
      const isBroken = 'code' in error && error.code === 'ECONNRESET';
      const milliseconds = performance.now() - began;
      if (isBroken) resolve({ status: 0, body: null, retryAfter: null, milliseconds });
      else reject(error);
    });
    sent.end(payload);
  });
}

interface Bell {
  /** Milliseconds from the first tap of each child until it is in and has what the device needs. */
  in: number[];
  /** Milliseconds of each answer, refusals among them. */
  answers: number[];
  refused: number;
  /** Connections that broke and were made again. */
  broken: number;
  /** Milliseconds until the last one is through. */
  whole: number;
}

/** Again when the server says so, as a device does. @throws Error where it fails in any other way */
async function untilTaken(bell: Bell, ask: () => Promise<Answer>): Promise<unknown> {
  for (;;) {
    const answer = await ask();
    bell.answers.push(answer.milliseconds);
    if (answer.status === 200) return answer.body;
    if (answer.status === 0) {
      bell.broken += 1;
      await sleep(comesBackAfter);
      continue;
    }
    if (answer.status !== 503 || answer.retryAfter === null)
      throw new Error(`Answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    bell.refused += 1;
    await sleep(answer.retryAfter * 1000);
  }
}

/** A child signs in by typing; the device fetches what it needs and tells that it has nothing to send. */
async function comeIn(bell: Bell, { host, username }: Child): Promise<void> {
  const began = performance.now();
  const session = (await untilTaken(bell, () =>
    post(host, identityEndpoints.signIn.path, { username, password }),
  )) as { access: string; user: User };
  const client_id = uuidv7();
  const pulled = { client_id, user_id: session.user.id, cursor: null };
  await untilTaken(bell, () => post(host, syncEndpoints.pull.path, pulled, session.access));
  bell.in.push(performance.now() - began);
}

/** All of them come within so many seconds, each at a moment of its own. */
async function ring(children: readonly Child[], within: number): Promise<Bell> {
  const bell: Bell = { in: [], answers: [], refused: 0, broken: 0, whole: 0 };
  const began = performance.now();
  await Promise.all(
    children.map(async (child, place) => {
      await sleep((place * within * 1000) / children.length);
      await comeIn(bell, child);
    }),
  );
  bell.whole = performance.now() - began;
  expect(bell.in).toHaveLength(children.length);
  return bell;
}

const at = (times: readonly number[], share: number): number =>
  times.toSorted((one, other) => one - other)[Math.ceil(times.length * share) - 1] ?? Number.NaN;

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
  const children = await makeChildren();
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
