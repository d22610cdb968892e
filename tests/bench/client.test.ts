import type { BrowserContext, Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import { advance, idInScope } from '#contract/sync/sync.rules.ts';
import type { Cursor, QueuedCall, Scope, ScopeChanges } from '#contract/sync/sync.schema.ts';
import { limits } from '#contract/kit/limits.ts';
import { uuidv7 } from 'uuidv7';
import { launchBrowser, launchPersistent } from '../support/browser.ts';
import { buildPage, heapOf, openBenchPage, weightAtOnceOf, weightOf } from './kit/bench-page.ts';
import { schoolOfBench } from './kit/bench-school.ts';
import { bigSchool } from './kit/big-school.ts';
import { figure, median, type Row } from './kit/figures.ts';
import { report } from './kit/report.ts';
import { openSlowLine } from './kit/slow-line.ts';
import type { OpeningTimes } from './page/times.ts';
import type { Visitor } from './kit/server-client.ts';

const rounds = 5;
const lineDelay = 100;
/** Of one class after the other in each round. */
const openings = 25;
const searchedWords = ['fern', 'weber s', 'pupil-77', 'xyz'];

const big = schoolOfBench();
let script: string;
let admin: Visitor;
let classIds: string[];

beforeAll(async () => {
  script = await buildPage();
  admin = await signIn(bigSchool.admin);
  const { scopes } = await pullEverything(admin);
  classIds = scopes.flatMap(({ scope }) => idInScope(scope, 'class') ?? []);
  if (classIds.length !== bigSchool.classes) throw new Error(`The school has ${classIds.length} classes`);
});

function signIn(email: string): Promise<Visitor> {
  return big.server.client.signIn(bigSchool.subdomain, email, bigSchool.password);
}

/** Access tokens are short-lived, so each page gets one of its own. */
async function openPage(context: BrowserContext, port: number): Promise<Page> {
  const page = await openBenchPage(context, `http://${bigSchool.subdomain}.localhost:${port}`, script);
  const { access, user } = await signIn(bigSchool.admin);
  await page.evaluate((session) => window.benchPage.signIn(session), { access, user });
  return page;
}

/** All pages of a first download. */
async function pullEverything(visitor: Visitor): Promise<{ scopes: ScopeChanges[]; cursor: Cursor }> {
  const scopes: ScopeChanges[] = [];
  for (let cursor: Cursor | null = null; ;) {
    const { body } = await big.server.client.call(visitor, syncEndpoints.pull, {
      body: { client_id: uuidv7(), cursor },
    });
    scopes.push(...body.scopes);
    cursor = advance(cursor, body);
    if (!body.more) return { scopes, cursor };
  }
}

/** Two classes that no other round uses. */
function classesOf(round: number, count: number): string[] {
  return classIds.slice(round * count, (round + 1) * count);
}

/** Runs all of them, the one that begins changing with the turn. */
async function inTurns<Results extends readonly unknown[]>(
  turn: number,
  ...contestants: { [Place in keyof Results]: () => Promise<Results[Place]> }
): Promise<Results> {
  const results: unknown[] = [];
  for (let step = 0; step < contestants.length; step += 1) {
    const place = (turn + step) % contestants.length;
    results[place] = await contestants[place]?.();
  }
  return results as unknown as Results;
}

/** One round that does not count, then those that do. */
async function measure<Result>(round: (number: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let number = 0; number <= rounds; number += 1) results.push(await round(number));
  return results.slice(1);
}

/** A class opened from nothing, some times: each takes about a millisecond, and one by itself says little. */
async function measureOpenings(page: Page, round: number, cold: readonly string[], warm: string) {
  const times: [ours: OpeningTimes, raw: OpeningTimes, byHand: { cold: number; rows: number }][] = [];
  for (const [turn, id] of cold.entries()) {
    const ids = { cold: id, warm };
    const [ours, raw, byHand] = await inTurns<(typeof times)[number]>(
      round + turn,
      () => page.evaluate((of) => window.benchPage.openClassOurs(of.cold, of.warm), ids),
      () => page.evaluate((of) => window.benchPage.openClassRaw(of.cold, of.warm), ids),
      () => page.evaluate((of) => window.benchPage.openClassByHand(of), id),
    );
    expect(ours.rows).toBe(raw.rows);
    expect(byHand.rows).toBeGreaterThan(0);
    times.push([ours, raw, byHand]);
  }
  const medianOf = (time: (each: (typeof times)[number]) => number) => median(times.map(time));
  return {
    opened: { cold: medianOf(([ours]) => ours.cold), warm: medianOf(([ours]) => ours.warm) },
    rawOpened: { cold: medianOf(([, raw]) => raw.cold), warm: medianOf(([, raw]) => raw.warm) },
    byHand: { cold: medianOf(([, , byHand]) => byHand.cold) },
  };
}

async function measureDevice(page: Page) {
  return await measure(async (round) => {
    const [warm = '', changed = '', filled = '', ...cold] = classesOf(round, 3 + openings);
    await page.evaluate(() => window.benchPage.wipe());
    const [load, rawLoad] = await inTurns(
      round,
      () => page.evaluate(() => window.benchPage.loadOurs()),
      () => page.evaluate(() => window.benchPage.loadRaw()),
    );
    expect([load.rows, rawLoad.rows]).toEqual([bigSchool.students, bigSchool.students]);
    expect(load.requests).toBe(rawLoad.requests);
    const opened = await measureOpenings(page, round, cold, warm);
    const changes = await page.evaluate(([id, oursFirst]) => window.benchPage.changeOneByOne(id, oursFirst), [
      changed,
      round % 2 === 0,
    ] as const);
    expect(changes.ours.length).toBe(changes.raw.length);
    const bulk = await page.evaluate(([id, count]) => window.benchPage.addMany(id, count), [
      filled,
      limits.studentsPerCall,
    ] as const);
    expect(bulk.rows).toBe(limits.studentsPerCall);
    return { load, rawLoad, ...opened, changes, bulk };
  });
}

function measureFlush(page: Page) {
  return measure(async (round) => {
    await page.evaluate(() => window.benchPage.wipe());
    await page.evaluate(() => window.benchPage.loadOurs());
    await page.evaluate(() => window.benchPage.loadRaw());
    const times = await page.evaluate(([ids, count]) => window.benchPage.flush(ids, count), [
      classesOf(round, limits.callsPerPush / 25),
      limits.callsPerPush,
    ] as const);
    expect(times).toMatchObject({ unsettled: 0 });
    return times;
  });
}

/** Bytes of the answer that brings a hundred changed rows, for somebody who sees these classes. */
async function sizeOfChanges(viewer: Visitor, ids: readonly string[]): Promise<number> {
  const { scopes, cursor } = await pullEverything(viewer);
  const students = scopes
    .filter(({ scope }: { scope: Scope }) => ids.includes(idInScope(scope, 'class') ?? ''))
    .flatMap(({ tables }) => tables.students?.rows ?? [])
    .slice(0, 100);
  const calls = students.map(({ id, first_name, last_name }, place): QueuedCall => ({
    seq: place + 1,
    mutation_id: uuidv7(),
    name: 'students.rename',
    v: 1,
    input: {
      params: { id },
      body: { first_name: `${first_name}-${place}`, last_name: last_name || 'Child' },
    },
  }));
  const pushed = await big.server.client.call(admin, syncEndpoints.push, {
    body: { client_id: uuidv7(), user_id: admin.user.id, calls },
  });
  expect(pushed.body.results.filter(({ outcome }) => outcome === 'applied')).toHaveLength(100);
  const { body, bytes } = await big.server.client.call(viewer, syncEndpoints.pull, {
    body: { client_id: uuidv7(), cursor },
  });
  const rows = body.scopes.flatMap(({ tables }) => tables.students?.rows ?? []);
  expect([rows.length, body.more]).toEqual([100, false]);
  return bytes;
}

async function measureHeap(context: BrowserContext) {
  const { origin } = big;
  const { port } = big.server.process;
  const first = await openPage(context, port);
  await first.evaluate(() => window.benchPage.wipe());
  await first.evaluate(() => window.benchPage.loadOurs());
  await first.close();
  return await measure(async (round) => {
    const blank = await openBenchPage(context, origin, '');
    const before = await heapOf(blank);
    await blank.close();
    const after: number[] = [];
    for (const wanted of [classIds[round] ?? '', 'all']) {
      const page = await openPage(context, port);
      const rows = await page.evaluate((id) => window.benchPage.keepOpen(id), wanted);
      expect(rows).toBe(wanted === 'all' ? bigSchool.students : 25);
      after.push(await heapOf(page));
      await page.close();
    }
    const [withClass = 0, withSchool = 0] = after;
    return { withClass: (withClass - before) / 1e6, withSchool: (withSchool - before) / 1e6 };
  });
}

it('the offline core is measured next to raw IndexedDB, and everything that it saved arrived', async () => {
  const { port } = big.server.process;
  // A profile on disk: a private window keeps its databases in memory, and a tablet does not.
  const context = await launchPersistent(big.folder);
  const page = await openPage(context, port);
  const device = await measureDevice(page);
  await page.evaluate(() => window.benchPage.wipe());
  await page.evaluate(() => window.benchPage.loadOurs());
  const searches = await measure(() =>
    page.evaluate((words) => window.benchPage.search(words), searchedWords),
  );
  for (const { rows } of searches) expect(rows).toBe(bigSchool.students);
  await page.close();

  const flushPage = await openPage(context, port);
  const flushes = await measureFlush(flushPage);
  await flushPage.close();
  const line = await openSlowLine(port, lineDelay);
  const farPage = await openPage(context, line.port);
  const farFlushes = await measureFlush(farPage);
  await farPage.close();
  // Without a disk: what is left is the core's own.
  const privateBrowser = await launchBrowser();
  const privatePage = await openPage(await privateBrowser.newContext(), line.port);
  const privateFlushes = await measureFlush(privatePage);
  await privateBrowser.close();
  await line.close();

  const heaps = await measureHeap(context);
  const teacher = await signIn(bigSchool.teacher);
  const teachersIds = (await pullEverything(teacher)).scopes.flatMap(
    ({ scope }) => idInScope(scope, 'class') ?? [],
  );
  const teachersPull = await sizeOfChanges(teacher, teachersIds);
  const adminsPull = await sizeOfChanges(admin, teachersIds);
  const layer = await weightOf('sync-layer');
  const atOnce = await weightAtOnceOf('sync-layer');
  const ky = await weightOf('ky-alone');
  const version = context.browser()?.version() ?? '';
  await context.close();

  const ms = (values: number[]) => figure('ms', values);
  const against: Row[] = [
    {
      what: 'First load of 10,000 students in 400 classes, until the last row is durable',
      ours: ms(device.map(({ load }) => load.loading)),
      against: ms(device.map(({ rawLoad }) => rawLoad.loading)),
      target: { most_times: 1.4 },
    },
    {
      what: '… of it on the device (the time in which a request was under way taken off)',
      ours: ms(device.map(({ load }) => load.loading - load.waiting)),
      against: ms(device.map(({ rawLoad }) => rawLoad.loading - rawLoad.waiting)),
    },
    {
      what: '… with databases and keys made before',
      ours: ms(device.map(({ load }) => load.opening + load.loading)),
      against: ms(device.map(({ rawLoad }) => rawLoad.opening + rawLoad.loading)),
    },
    {
      what: 'Opening one class cold: databases opened, its rows at hand',
      ours: ms(device.map(({ opened }) => opened.cold)),
      against: ms(device.map(({ rawOpened }) => rawOpened.cold)),
      target: { most_times: 3 },
    },
    {
      what: '… the same requests asked by hand',
      ours: ms(device.map(({ byHand }) => byHand.cold)),
      against: ms(device.map(({ rawOpened }) => rawOpened.cold)),
    },
    {
      what: 'Another class that is not in memory, databases open',
      ours: ms(device.map(({ opened }) => opened.warm)),
      against: ms(device.map(({ rawOpened }) => rawOpened.warm)),
      target: { most_times: 1.3 },
    },
    {
      what: 'One change durable (sealed, strict), p50',
      ours: ms(device.map(({ changes }) => median(changes.ours))),
      against: ms(device.map(({ changes }) => median(changes.raw))),
      target: { most_times: 1.8 },
    },
    {
      what: '500 students added in one action: durable',
      ours: ms(device.map(({ bulk }) => bulk.durable)),
      against: ms(device.map(({ bulk }) => bulk.raw)),
      target: { most: 6 },
    },
    {
      what: '500 students added in one action: shown',
      ours: ms(device.map(({ bulk }) => bulk.shown)),
      target: { most: 10 },
    },
    {
      what: '1,000 queued calls sent and confirmed: time on the device',
      ours: ms(flushes.map(({ total, waiting }) => total - waiting)),
      against: ms(flushes.map(({ raw }) => raw)),
      target: { most: 60 },
    },
    { what: '… in all, server on the same machine', ours: ms(flushes.map(({ total }) => total)) },
    {
      what: `1,000 queued calls at ${lineDelay} ms a request: more than the round trip`,
      ours: ms(farFlushes.map(({ total, waiting }) => total - waiting)),
      against: ms(farFlushes.map(({ raw }) => raw)),
      target: { most: 30 },
    },
    { what: '… in all', ours: ms(farFlushes.map(({ total }) => total)) },
    {
      what: '… more than the round trip in a private window, which keeps its databases in memory',
      ours: ms(privateFlushes.map(({ total, waiting }) => total - waiting)),
      against: ms(privateFlushes.map(({ raw }) => raw)),
      target: { most: 30 },
    },
  ];
  const keys = searches.map((each) => median(each.keys));
  const values: Row[] = [
    {
      what: 'Search, a key press over 10,000 students (p50)',
      ours: ms(keys),
      target: { most: 1 },
    },
    {
      what: 'Building the search index',
      ours: ms(searches.map(({ building }) => building)),
      target: { most: 100 },
    },
    {
      what: '100 changed rows pulled in one request, by a teacher with 4 classes, with gzip',
      ours: figure('kB', [teachersPull / 1000]),
      target: { most: 6 },
    },
    {
      what: '… by an administrator of 400 classes, with gzip',
      ours: figure('kB', [adminsPull / 1000]),
      target: { most: 6 },
    },
    {
      what: 'The data and sync layer (Dexie, ky, valibot in it), with gzip',
      ours: figure('kB', [layer]),
      target: { most: 70 },
    },
    { what: '… without what sends pictures, which comes when there is one', ours: figure('kB', [atOnce]) },
    { what: '… ky by itself', ours: figure('kB', [ky]) },
    {
      what: 'Heap with a class open, more than a blank page',
      ours: figure(
        'MB',
        heaps.map(({ withClass }) => withClass),
      ),
      target: { most: 3 },
    },
    {
      what: '… with all 10,000 students in memory and the search index',
      ours: figure(
        'MB',
        heaps.map(({ withSchool }) => withSchool),
      ),
      target: { most: 8 },
    },
  ];
  const all = [...flushes, ...farFlushes, ...privateFlushes];
  const frames = device.flatMap(({ changes }) => changes.frames);
  const inOneRequest = all.filter(({ pushes, pulls }) => pushes === 1 && pulls === 0).length;
  await report('client', `Chromium ${version}`, [
    {
      title: 'Next to raw IndexedDB',
      against: 'raw IndexedDB',
      rows: against,
      notes: [
        `A change made at the beginning of a frame was on the screen in the next one drawn in ${frames.filter((count) => count === 0).length} of ${frames.length} changes.`,
        'Raw IndexedDB asks the same endpoint for the same pages, parses them and stores one record for each class in a single strict transaction.',
        'The databases of both sides lie on the disk, in the profile of a browser that stays, but where a private window is named. A part of each flush is the disk’s, as the raw side shows.',
        'Cold, the raw side opens a database and reads one record. Ours opens one and reads, in one transaction, the class that the address names and the record that says that nothing waits, which has to be known before any row is shown (law 8). By hand, the same is asked with nothing around it.',
        'A change is measured without a network, as the 1st to 25th that waits, until its commit is heard of; the raw one is a record of the same size that is not sealed.',
        `The 1,000 calls went in one request, confirmed by its own answer, in ${inOneRequest} of ${all.length} rounds (requests: ${all.map(({ pushes, pulls }) => `${pushes} + ${pulls}`).join(', ')}). The raw side asks nobody and parses nothing: it notes what leaves, then takes as many records away and stores the rows of the same classes in one strict transaction.`,
        'Whoever adds 500 students has had the app open, so that the key of the device is at hand, as it is soon after every start.',
      ],
    },
    {
      title: 'By themselves',
      rows: values,
    },
  ]);
});
