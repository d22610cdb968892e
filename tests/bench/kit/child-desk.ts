import type { Page } from 'playwright';
import { uuidv7 } from 'uuidv7';
import { documentOf } from '#contract/works/document.rules.ts';
import { makeStudents, makeWorks } from '#server/seeds/factories.ts';
import { findSchool, type BenchServer } from './big-school.ts';

export const child = { username: 'bench-writer', password: 'quiet-otter-11' };
export const worksOfChild = 12;

/** The way on to what was written last: with it, all own works are drawn. */
export const goOn = 'section li a[href$="?step=write"]';

/** A child of the big school who has written some stories, one of which is being written. */
export async function makeWriter({ installation }: BenchServer): Promise<void> {
  const school = await findSchool(installation);
  const [made] = await makeStudents(installation, school, null, [{ first_name: 'Ada', ...child }]);
  if (!made) throw new Error('No child was made');
  await makeWorks(
    installation,
    school,
    Array.from({ length: worksOfChild }, (_work, number) => ({
      kind: 'story' as const,
      editor: 'chapters' as const,
      state: number === 0 ? ('draft' as const) : ('published' as const),
      title: `The hen ${number}`,
      author_id: made.id,
      chapters: [{ id: uuidv7(), title: '', document: documentOf('A hen went over the hill. '.repeat(40)) }],
    })),
  );
}

declare global {
  interface Window {
    /** How far what is seen has moved by itself, as browsers count it. */
    benchShift: number;
    /** Milliseconds from the tap to the frame that has the paper with the cursor in it. */
    benchPaper: number | null;
  }
}

/** Runs in the page before anything of its own does. */
export function watchShifts(): void {
  window.benchShift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[])
      if (!entry.hadRecentInput) window.benchShift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Runs in the page: taps on the way to where the child stopped, and waits for the paper. */
function tapOnWriting(way: string): void {
  window.benchPaper = null;
  const began = performance.now();
  const watcher = new MutationObserver(() => {
    if (document.querySelector('[contenteditable="true"]') === null) return;
    watcher.disconnect();
    // The frame that has it is drawn after its callbacks have run, and before the next task.
    requestAnimationFrame(() =>
      setTimeout(() => {
        window.benchPaper = performance.now() - began;
      }),
    );
  });
  watcher.observe(document, { childList: true, subtree: true });
  document.querySelector<HTMLElement>(way)?.click();
}

export interface DeskTimes {
  /** Until the list of own works is painted. */
  mine: number;
  /** From the tap on it to the paper. */
  paper: number;
  /** Of the child's page, until a second after its works are there. */
  shift: number;
}

/** On the child's page, just asked for. @param minePainted when its works were painted */
export async function measureDesk(page: Page, minePainted: () => Promise<number>): Promise<DeskTimes> {
  const mine = await minePainted();
  // What the start still has to do is not the paper's to wait for.
  await page.waitForTimeout(1000);
  const shift = await page.evaluate(() => window.benchShift);
  // A tablet that nobody touches locks after some minutes, and a round on a slow machine takes as long.
  await page.keyboard.press('Shift');
  await page.evaluate(tapOnWriting, goOn);
  const found = await page.waitForFunction(() => window.benchPaper);
  return { mine, shift, paper: (await found.jsonValue()) ?? Number.NaN };
}
