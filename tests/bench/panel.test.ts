import { afterAll, beforeAll, expect, it } from 'vitest';
import { Closing } from '#server/installation.ts';
import { hashPassword } from '#server/platform/passwords.ts';
import { makeMember } from '#server/seeds/factories.ts';
import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import { product } from '#contract/kit/product.ts';
import {
  askOwner,
  afterPage,
  bigPlatform,
  fillPlatform,
  searches,
  type Ordered,
} from './kit/big-platform.ts';
import { startEmptyServer, type BenchServer } from './kit/big-school.ts';
import { figure, type Row } from './kit/figures.ts';
import { report } from './kit/report.ts';
import type { Visitor } from './kit/server-client.ts';

const rounds = 5;
const callsPerRound = 20;
const farPage = 10_000;
const password = 'Quill-bench-1';
/** Schools whose numbers are made in one go. */
const countedAtOnce = 200;
/** Seconds after which an idle connection has told what it read. */
const statisticsDelay = 12;

const closing = new Closing();
let server: BenchServer;

beforeAll(async () => {
  server = await startEmptyServer();
  closing.add(() => server.close());
}, 300_000);
afterAll(() => closing.close());

const target = { list: { most: 30 }, search: { most: 60 }, numbers: { most: 10 } } as const;

interface Asked {
  what: string;
  path: string;
  most: (typeof target)[keyof typeof target];
}

const panel = '/api/v1/panel';
const staffOnly = "users where role <> 'student'";
const children = "users where role = 'student' and archived_at is null";

/** Lists with a page far in. */
const orders: Record<string, { path: string; ordered: Ordered }> = {
  'Schools by name': {
    path: `${panel}/tenants/?`,
    ordered: {
      from: 'tenants where not is_platform',
      value: 'listed_search',
      tenant: 'id',
      id: 'id',
      limit: 50,
    },
  },
  'Schools, the newest': {
    path: `${panel}/tenants/?sort=-created`,
    ordered: {
      from: 'tenants where not is_platform',
      value: 'created_at',
      isMoment: true,
      descending: true,
      tenant: 'id',
      id: 'id',
      limit: 50,
    },
  },
  'Schools, the most active': {
    path: `${panel}/tenants/?sort=-active`,
    ordered: {
      from: 'tenant_numbers',
      value: 'active',
      descending: true,
      tenant: 'tenant_id',
      id: 'tenant_id',
      limit: 50,
    },
  },
  'People who are no students, by name': {
    path: `${panel}/people/?`,
    ordered: { from: staffOnly, value: 'listed_search', tenant: 'tenant_id', id: 'id', limit: 50 },
  },
  'People who are no students, the newest': {
    path: `${panel}/people/?sort=-joined`,
    ordered: {
      from: staffOnly,
      value: 'date_joined',
      isMoment: true,
      descending: true,
      tenant: 'tenant_id',
      id: 'id',
      limit: 50,
    },
  },
  Teachers: {
    path: `${panel}/people/?roles=teacher`,
    ordered: {
      from: "users where role = 'teacher'",
      value: 'listed_search',
      tenant: 'tenant_id',
      id: 'id',
      limit: 50,
    },
  },
  Students: {
    path: `${panel}/students/?`,
    ordered: {
      from: children,
      value: 'date_joined',
      isMoment: true,
      descending: true,
      tenant: 'tenant_id',
      id: 'id',
      limit: 50,
    },
  },
  'Works that strangers may see': {
    path: `${panel}/works/?`,
    ordered: {
      from: 'works where is_public',
      value: 'published_at',
      isMoment: true,
      descending: true,
      tenant: 'tenant_id',
      id: 'id',
      limit: 25,
    },
  },
  Letters: {
    path: `${panel}/mail/?`,
    ordered: {
      from: 'email_messages',
      value: 'created_at',
      isMoment: true,
      descending: true,
      tenant: 'tenant_id',
      id: 'id',
      limit: 50,
    },
  },
  'Letters that came back': {
    path: `${panel}/mail/?state=bounced`,
    ordered: {
      from: "email_messages where state = 'bounced'",
      value: 'created_at',
      isMoment: true,
      descending: true,
      tenant: 'tenant_id',
      id: 'id',
      limit: 50,
    },
  },
  Audit: {
    path: `${panel}/audit/?`,
    ordered: {
      from: 'audit_entries',
      value: 'created_at',
      isMoment: true,
      descending: true,
      tenant: 'tenant_id',
      id: 'id',
      limit: 50,
    },
  },
};

const lists: readonly Asked[] = [
  ['Monitoring, waiting', `${panel}/watch/`],
  ['Monitoring, done', `${panel}/watch/?tab=done`],
  ['Categories', `${panel}/categories/`],
  ['Letters to a domain', `${panel}/mail/?domain=school-77.test`],
  ['Audit, one action', `${panel}/audit/?action=members.invited`],
  ['Works of one goal', `${panel}/works/?goal=13`],
  ['Students who never came', `${panel}/students/?active=never`],
].map(([what = '', path = '']) => ({ what, path, most: target.list }));

const searched: readonly Asked[] = [
  ...(['rare', 'middling', 'common'] as const).flatMap((how) => [
    { what: `Schools, a ${how} word`, path: `${panel}/tenants/?search=${searches.tenants[how]}` },
    { what: `People, a ${how} name`, path: `${panel}/people/?search=${searches.people[how]}` },
    {
      what: `Students, a ${how} name, with a reason`,
      path: `${panel}/students/?reason=support&search=${searches.people[how]}`,
    },
    { what: `Works, a ${how} word`, path: `${panel}/works/?search=${searches.works[how]}` },
  ]),
  { what: 'People, a whole address', path: `${panel}/people/?search=${address(77)}` },
  { what: 'People of a domain', path: `${panel}/people/?search=@school-77.test` },
  { what: 'Audit, by whom', path: `${panel}/audit/?who=${address(77)}` },
].map((asked) => ({ ...asked, most: target.search }));

const numbers: readonly Asked[] = [
  { what: 'Numbers of the dashboard', path: `${panel}/numbers/`, most: target.numbers },
  { what: 'Numbers of people', path: `${panel}/numbers/people/`, most: target.numbers },
  { what: 'Numbers of works', path: `${panel}/numbers/works/`, most: target.numbers },
];

function address(school: number): string {
  return `person-${bigPlatform.students + bigPlatform.staff}@school-${school}.test`;
}

async function signIn(): Promise<Visitor> {
  const { installation, client } = server;
  const [platform] = await askOwner<{ id: string }>(server, 'select id from tenants where is_platform');
  const staff = await makeMember(
    installation,
    { id: platform?.id ?? '', school_name: product.name, subdomain: null },
    {
      role: product.platformRole,
      email: 'staff@platform.test',
      password_hash: await hashPassword(password),
    },
  );
  const host = 'localhost';
  const { body } = await client.call({ host, access: null }, identityEndpoints.signIn, {
    body: { username: staff.email, password },
  });
  return { host, access: body.access, user: body.user };
}

function p95(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN;
}

const resultsOf = (body: unknown) => (body as { results?: unknown[] }).results;

/** All of them in turns. @returns the 95th of a hundred calls of each round */
async function measure(visitor: Visitor, asked: readonly Asked[]): Promise<Row[]> {
  const times = new Map(asked.map(({ what }) => [what, [] as number[]]));
  for (let round = 0; round <= rounds; round += 1)
    for (const { what, path } of asked) {
      const each: number[] = [];
      for (let call = 0; call < callsPerRound; call += 1) {
        const { body, milliseconds } = await server.client.send(visitor, 'GET', path, '');
        each.push(milliseconds);
        if (call === 0 && round === 0) expect(resultsOf(body)?.length, what).not.toBe(0);
      }
      if (round > 0) times.get(what)?.push(p95(each));
    }
  return asked.map(({ what, most }) => ({ what, ours: figure('ms', times.get(what) ?? []), target: most }));
}

/** Tables of more than 10,000 rows, and how often each was read from end to end. */
async function readWholeScans(): Promise<Map<string, number>> {
  const rows = await askOwner<{ relname: string; seq_scan: string }>(
    server,
    'select relname, seq_scan from pg_stat_user_tables where n_live_tup > 10000',
  );
  return new Map(rows.map(({ relname, seq_scan }) => [relname, Number(seq_scan)]));
}

const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/** Seconds until the running server has counted the schools that are made due. */
async function countSchools(): Promise<number> {
  const waiting = async () => {
    const [row] = await askOwner<{ waiting: string; latest: Date | null; first: Date | null }>(
      server,
      `select count(*) filter (where scope_version = -1) as waiting from tenant_numbers`,
    );
    return Number(row?.waiting);
  };
  await askOwner(
    server,
    `update tenant_numbers set scope_version = -1
     where tenant_id in (select tenant_id from tenant_numbers order by tenant_id limit ${countedAtOnce})`,
  );
  while ((await waiting()) === countedAtOnce) await pause(0.05);
  const began = performance.now();
  while ((await waiting()) > 0) await pause(0.05);
  return performance.now() - began;
}

it('the platform’s panel is measured over a million people', async () => {
  await fillPlatform(server);
  const visitor = await signIn();
  const far: Asked[] = [];
  for (const [what, { path, ordered }] of Object.entries(orders)) {
    const { after, page } = await afterPage(server, farPage, ordered);
    far.push(
      { what: `${what}, first page`, path, most: target.list },
      { what: `… page ${page.toLocaleString('en-US')}`, path: `${path}&after=${after}`, most: target.list },
    );
  }
  const scansBefore = await readWholeScans();
  // Two rows of one name would be one figure.
  const pages = await measure(
    visitor,
    far.map((asked, place) => ({ ...asked, what: `${place}|${asked.what}` })),
  );
  const others = await measure(visitor, lists);
  const found = await measure(visitor, searched);
  await pause(statisticsDelay);
  const scans = [...(await readWholeScans())].flatMap(([table, count]) => {
    const more = count - (scansBefore.get(table) ?? 0);
    return more > 0 ? [`${table} ${more}`] : [];
  });
  // Numbers add up a row of each school, and there are no more rows of theirs than schools.
  const counts = await measure(visitor, numbers);
  const counted = await countSchools();
  const plain = pages.map((row) => ({ ...row, what: row.what.replace(/^\d+\|/u, '') }));

  await report('panel', 'PostgreSQL embedded, on the same machine as the caller', [
    {
      title: `Lists over ${bigPlatform.schools.toLocaleString('en-US')} schools and a million each of people, letters, works and audit entries (p95)`,
      rows: [...plain, ...others],
      notes: [
        `A page far in is the 10,000th, or the last one where there are fewer. Each round asks ${callsPerRound} times; a figure is the 95th of a hundred of a round.`,
        scans.length === 0
          ? 'In all of these calls and in the searches below, no table of 10,000 rows or more was read from end to end.'
          : `Read from end to end meanwhile, calls of the server's own tasks among them: ${scans.join(', ')}.`,
        'A page of works, of monitoring or of categories asks each of its schools what strangers may see there, and the question is planned once a school ([151](decisions/0151-lists-ask-their-schools-in-one-round.md)).',
      ],
    },
    { title: 'Searches (p95)', rows: found },
    {
      title: 'Numbers',
      rows: [
        ...counts.map((row) => ({ ...row, what: `${row.what} (p95)` })),
        {
          what: `${countedAtOnce} schools are counted, in turn, by the task that does it`,
          ours: figure('ms', [counted]),
          target: { most: 2000 },
        },
      ],
      notes: [
        'What waits on the dashboard is counted when it is asked for; all other numbers are rows that tasks keep.',
      ],
    },
  ]);
}, 3_600_000);
