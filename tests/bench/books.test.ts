import type { BrowserContext, CDPSession, Locator, Page } from 'playwright';
import { expect, it } from 'vitest';
import { limits } from '#contract/kit/limits.ts';
import type { MadeWork } from '#server/seeds/factories.ts';
import { launchPersistent } from '../support/browser.ts';
import { missingOf } from '../support/kept-parts.ts';
import { signInAt } from '../support/sign-in.ts';
import {
  big,
  booksInLibrary,
  fillLibrary,
  makeLongBooks,
  pagesOfKeptBook,
  pagesOfLongBook,
  child,
} from './books-library.ts';
import { bigSchool, findSchool } from './kit/big-school.ts';
import { figure, type Row } from './kit/figures.ts';
import { measureAct } from './kit/measure-act.ts';
import { report } from './kit/report.ts';
import { clockOfServer } from './kit/server-clock.ts';

const rounds = 5;
const callsPerRound = 20;
const speeds = [1, 4] as const;
const keysPerRound = 60;
const turnsPerRound = 20;

/** What the library asks the server for, as its page asks; it opens with the first two. */
const asked = {
  'Opening the library: its shelves': `/api/library-shelves/?limit=${limits.worksPerShelf}`,
  'Opening the library: what the staff share': `/api/resources/?limit=${limits.worksPerShelf}`,
  'Everything, first page': '/api/works/?limit=24&sort=newest',
  'Everything, a page in the middle': '/api/works/?limit=24&sort=newest&offset=4800',
  'Everything, last page': '/api/works/?limit=24&sort=newest&offset=9984',
  'Everything by title, last page': '/api/works/?limit=24&sort=title&offset=9984',
  'A search of two words': '/api/works/?limit=24&search=hen%20fern',
  'A search that finds nothing': '/api/works/?limit=24&search=xyzzy',
  'Books of one level': '/api/works/?limit=24&kind=book&level=early',
  'The search of everything': '/api/combined/?search=hen',
} as const;
/** What the lists of those ask for who look after the authors. */
const listed = {
  'List of books, first page': '/api/catalogue/?kind=book&limit=24',
  'List of books, last page': '/api/catalogue/?kind=book&limit=24&offset=6600',
  'List of books by author, last page': '/api/catalogue/?kind=book&limit=24&sort=author&offset=6600',
  'List of books, those for everybody': '/api/catalogue/?kind=book&limit=24&audience=public',
  'List of books, a search': '/api/catalogue/?kind=book&limit=24&search=hen',
} as const;
const questions = { ...asked, ...listed };

type Asked = keyof typeof questions;
const names = Object.keys(asked) as Asked[];
/** Whose last page is to cost what the first one does. */
const flat: readonly Asked[] = ['Everything, a page in the middle', 'Everything, last page'];
const staff: readonly string[] = ['teacher', 'administrator'];
/** What somebody asks for: only staff have lists of what others wrote. */
const askedBy = (reader: string): readonly Asked[] =>
  staff.includes(reader) ? [...names, ...(Object.keys(listed) as Asked[])] : names;

/** Milliseconds of processor time of the server for a call, by whom and what is asked. */
async function measureLibrary(): Promise<Map<string, number[]>> {
  const { client } = big.server;
  const { subdomain, password, teacher, admin } = bigSchool;
  const readers = {
    visitor: { host: `${subdomain}.localhost`, access: null },
    child: await client.signIn(subdomain, child.username, child.password),
    teacher: await client.signIn(subdomain, teacher, password),
    administrator: await client.signIn(subdomain, admin, password),
  };
  const now = await clockOfServer(big.server);
  const times = new Map<string, number[]>();
  for (let round = 0; round <= rounds; round += 1)
    for (const [reader, caller] of Object.entries(readers))
      for (const name of askedBy(reader)) {
        const began = now();
        for (let number = 0; number < callsPerRound; number += 1)
          await client.send(caller, 'GET', questions[name], '');
        const key = `${reader} ${name}`;
        if (round > 0) times.set(key, [...(times.get(key) ?? []), (now() - began) / callsPerRound]);
      }
  return times;
}

function libraryRows(times: Map<string, number[]>): Row[] {
  const of = (reader: string, name: Asked) => times.get(`${reader} ${name}`) ?? [];
  const [first, second] = names;
  if (!first || !second) throw new Error('Nothing is asked');
  return ['visitor', 'child', 'teacher', 'administrator'].flatMap((reader): Row[] => [
    {
      what: `Opening the library, all calls, ${reader}`,
      ours: figure(
        'ms',
        of(reader, first).map((time, round) => time + (of(reader, second)[round] ?? Number.NaN)),
      ),
      target: { most: 100 },
    },
    ...askedBy(reader)
      .slice(2)
      .map((name): Row => ({
        what: `${name}, ${reader}`,
        ours: figure('ms', of(reader, name)),
        ...(flat.includes(name)
          ? {
              against: figure('ms', of(reader, 'Everything, first page')),
              target: { most_times: 1.5 },
            }
          : { target: { most: 100 } }),
      })),
  ]);
}

async function openPage(
  context: BrowserContext,
  speed: number,
): Promise<{ page: Page; devtools: CDPSession }> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: speed });
  return { page, devtools };
}

/** Signs the teacher in, keeps the book and all that one reads and writes with. @returns the browser's version */
async function settleIn({ written, kept }: { written: MadeWork; kept: MadeWork }): Promise<string> {
  const context = await launchPersistent(big.folder);
  const version = context.browser()?.version() ?? '';
  const page = await context.newPage();
  await signInAt(page, big.origin, bigSchool.teacher, { remember: true, password: bigSchool.password });
  // A page that is left before the worker is there has asked it for nothing.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.goto(`${big.origin}/uploadbook/${written.id}`);
  await page.getByRole('textbox', { name: 'Page 1', exact: true }).waitFor();
  await expect.poll(() => missingOf(page, 'writing'), { timeout: 60_000 }).toEqual([]);
  await page.goto(`${big.origin}/library/${kept.slug}`);
  await page.getByRole('button', { name: 'Keep on this tablet' }).click();
  await page.getByText('All that you keep here').waitFor();
  await expect.poll(() => missingOf(page, 'library', 'reader'), { timeout: 60_000 }).toEqual([]);
  await context.close();
  return version;
}

/** What the main thread of a page has done so far, in milliseconds of its processor time. */
interface Work {
  /** Its scripts, its styles and where everything stands. */
  readonly own: number;
  /** That, and what the browser does besides: events, painting, putting the frame together. */
  readonly all: number;
}

async function workOf(devtools: CDPSession): Promise<Work> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  const of = (...kinds: readonly string[]) =>
    kinds.reduce(
      (sum, name) => sum + (metrics.find((metric) => metric.name === name)?.value ?? Number.NaN) * 1000,
      0,
    );
  return { own: of('ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration'), all: of('TaskDuration') };
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The 95th percentile of what a key costs at the end of a text. */
async function typeIn(page: Page, devtools: CDPSession, text: Locator): Promise<Work> {
  // In its words: in the middle of it stands a button of the picture once the words are many.
  await text.locator('p').last().click();
  await page.keyboard.press('Control+End');
  await page.waitForTimeout(2000);
  // By the clock of the thread, which stands still while other programs run.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const costs: Work[] = [];
  const lettersBefore = (await text.innerText()).length;
  for (let key = 0; key < keysPerRound; key += 1) {
    const before = await workOf(devtools);
    await page.keyboard.press(key % 6 === 5 ? 'Space' : 'e');
    // About as fast as somebody types who knows how: by then the frame is drawn that shows it.
    await page.waitForTimeout(100);
    const after = await workOf(devtools);
    costs.push({ own: after.own - before.own, all: after.all - before.all });
  }
  const written = await text.innerText();
  expect(written).toContain('eeeee eeeee');
  expect(written.length - lettersBefore).toBe(keysPerRound);
  return {
    own: percentile(
      costs.map(({ own }) => own),
      0.95,
    ),
    all: percentile(
      costs.map(({ all }) => all),
      0.95,
    ),
  };
}

/** In the middle of the long book, and in a text that has nothing around it. */
async function measureTyping(
  context: BrowserContext,
  speed: number,
  { id }: MadeWork,
): Promise<{ book: Work; bare: Work }> {
  const { page, devtools } = await openPage(context, speed);
  await page.setContent('<div contenteditable role="textbox"><p>The hen went over the hill.</p></div>');
  const bare = await typeIn(page, devtools, page.getByRole('textbox'));
  await devtools.send('Performance.disable');
  await page.goto(`${big.origin}/uploadbook/${id}`);
  await page.getByRole('button', { name: 'Page 100', exact: true }).click();
  const book = await typeIn(page, devtools, page.getByRole('textbox', { name: 'Page 100', exact: true }));
  await page.close();
  return { book, bare };
}

/** From the first page on. @param open shows it */
async function measureTurns(
  context: BrowserContext,
  speed: number,
  open: (page: Page) => Promise<void>,
): Promise<number[]> {
  const { page } = await openPage(context, speed);
  await open(page);
  const wordsOf = (number: number) => page.getByText(`Page ${number} begins.`);
  await wordsOf(1).waitFor();
  await page.waitForTimeout(1500);
  const turns: number[] = [];
  for (let turn = 0; turn < turnsPerRound; turn += 1) {
    turns.push(await measureAct(page, () => page.keyboard.press('ArrowRight')));
    await wordsOf(turn + 2).waitFor();
    await page.waitForTimeout(200);
  }
  await page.close();
  return turns;
}

declare global {
  interface Window {
    /** When the words were first painted, in milliseconds since they were waited for. */
    benchWords: number | null;
  }
}

/** Runs in the page: waits for words from the moment the page was asked for, or else from the next tap. */
function watchForWords({ text, from }: { text: string; from: 'page' | 'tap' }): void {
  window.benchWords = null;
  const began = { at: 0 };
  const note = () => {
    began.at = performance.now();
  };
  if (from === 'tap') document.addEventListener('pointerdown', note, { capture: true, once: true });
  const watcher = new MutationObserver(() => {
    if (!document.body?.textContent.includes(text)) return;
    watcher.disconnect();
    // The frame that has them is drawn after its callbacks have run, and before the next task.
    requestAnimationFrame(() =>
      setTimeout(() => {
        window.benchWords = performance.now() - began.at;
      }),
    );
  });
  watcher.observe(document, { childList: true, subtree: true, characterData: true });
}

async function wordsPainted(page: Page): Promise<number> {
  const found = await page.waitForFunction(() => window.benchWords);
  return (await found.jsonValue()) ?? Number.NaN;
}

/** The browser closed and opened again without a network: on a page of the kept book, and on the book, which is then opened. */
async function measureKept(speed: number, { slug }: MadeWork): Promise<{ cold: number; tap: number }> {
  const context = await launchPersistent(big.folder);
  try {
    await context.setOffline(true);
    const first = await openPage(context, speed);
    await first.page.addInitScript(watchForWords, { text: 'Page 7 begins.', from: 'page' as const });
    await first.page.goto(`${big.origin}/library/${slug}/7`, { waitUntil: 'commit' });
    const cold = await wordsPainted(first.page);
    await first.page.close();
    const second = await openPage(context, speed);
    await second.page.goto(`${big.origin}/library/${slug}`);
    const way = second.page.getByRole('link', { name: /^(?:Read|Go on reading|Read again)$/u });
    await way.waitFor();
    await second.page.waitForTimeout(1500);
    await second.page.evaluate(watchForWords, { text: ' begins.', from: 'tap' as const });
    await way.click();
    return { cold, tap: await wordsPainted(second.page) };
  } finally {
    await context.close();
  }
}

it('a large library, a long book and a kept one are measured', async () => {
  const school = await findSchool(big.server.installation);
  await fillLibrary(school);
  const library = await measureLibrary();
  const books = await makeLongBooks(school);
  const version = await settleIn(books);

  type Measured = Readonly<Record<'own' | 'all' | 'bare' | 'turn' | 'deskTurn' | 'cold' | 'tap', number>>;
  const measured = new Map<number, Measured[]>(speeds.map((speed) => [speed, []]));
  for (let round = 0; round <= rounds; round += 1)
    for (const speed of speeds) {
      const kept = await measureKept(speed, books.kept);
      const context = await launchPersistent(big.folder);
      const { book, bare } = await measureTyping(context, speed, books.written);
      const turned = await measureTurns(context, speed, async (page) => {
        await page.goto(`${big.origin}/library/${books.kept.slug}/1`);
      });
      const written = await measureTurns(context, speed, async (page) => {
        await page.goto(`${big.origin}/uploadbook/${books.written.id}`);
        await page.getByRole('button', { name: 'Page 1', exact: true }).click();
      });
      await context.close();
      const [turn, deskTurn] = [percentile(turned, 0.95), percentile(written, 0.95)];
      if (round > 0) measured.get(speed)?.push({ ...kept, ...book, bare: bare.all, turn, deskTurn });
    }

  const rows = (speed: number): Row[] => {
    const of = (what: keyof Measured) =>
      figure(
        'ms',
        (measured.get(speed) ?? []).map((round) => round[what]),
      );
    const isOwnSpeed = speed === 1;
    return [
      {
        what: `A key in a book of ${pagesOfLongBook} pages: scripts, style and layout, 95th percentile`,
        ours: of('own'),
        target: { most: 16 },
      },
      {
        what: '… all that the main thread does until the next key, 95th percentile',
        ours: of('all'),
        against: of('bare'),
      },
      {
        what: 'A page turned, from the key press to the painted page, 95th percentile',
        ours: of('turn'),
        target: { most: isOwnSpeed ? 50 : 100 },
      },
      {
        what: `… in a book of ${pagesOfLongBook} pages where it is written, 95th percentile`,
        ours: of('deskTurn'),
        target: { most: isOwnSpeed ? 50 : 100 },
      },
      {
        what: `A kept book of ${pagesOfKeptBook} pages opened without a network, from the tap to its painted page`,
        ours: of('tap'),
        ...(isOwnSpeed && { target: { most: 1000 } }),
      },
      { what: '… cold: the app started at one of its pages', ours: of('cold') },
    ];
  };
  await report('books', `PostgreSQL embedded, on the same machine as the callers. Chromium ${version}`, [
    {
      title: `A library of ${booksInLibrary.toLocaleString('en-US')} books and stories`,
      against: 'first page',
      rows: libraryRows(library),
      notes: [
        `Processor time of the server and its database for a call, by ${callsPerRound} calls a round over HTTP.`,
      ],
    },
    ...speeds.map((speed) => ({
      title:
        speed === 1
          ? "Writing and reading at the machine's own speed"
          : `With a ${speed} times slower processor`,
      against: 'a bare text',
      rows: rows(speed),
      ...(speed === 1 && {
        notes: [
          `A key costs the processor time that the main thread of the page uses until the next. Chromium itself needs some of it wherever one types, and more with a slower processor than a frame has: a bare text is a paragraph on an empty page. The book has as many pages as one may have and a drawing on each, and its 100th is written in, ${keysPerRound} keys a round, ten a second.`,
          'A kept book: the browser was closed and started again without a network. The start of the browser itself is not in what is cold.',
        ],
      }),
    })),
  ]);
});
