import type { Page } from 'playwright';

/** Milliseconds from an act in the page until the frame is drawn in which its table, or else the page, is another than before. */
export async function measureAct(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const table = document.querySelector('table')?.closest('[role=group]') ?? document.body;
    window.benchPainted = null;
    const began = { at: Number.NaN };
    const note = () => {
      if (Number.isNaN(began.at)) began.at = performance.now();
    };
    for (const kind of ['keydown', 'pointerdown', 'change'] as const)
      document.addEventListener(kind, note, { capture: true, once: true });
    const watcher = new MutationObserver(() => {
      watcher.disconnect();
      // The frame that has it is drawn after its callbacks have run, and before the next task.
      requestAnimationFrame(() =>
        setTimeout(() => {
          window.benchPainted = performance.now() - began.at;
        }),
      );
    });
    watcher.observe(table, { childList: true, subtree: true, characterData: true });
  });
  await act();
  const found = await page.waitForFunction(() => window.benchPainted);
  return (await found.jsonValue()) ?? Number.NaN;
}

declare global {
  interface Window {
    /** Null until the act is painted. */
    benchPainted: number | null;
  }
}
