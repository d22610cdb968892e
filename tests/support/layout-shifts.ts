import type { Page } from 'playwright';

declare global {
  interface Window {
    shifts?: { value: number; of: string[] };
  }
}

/** Runs in a page before anything of its own does. What follows a key or a tap within half a second was asked for. */
function watch(): void {
  const shifts = { value: 0, of: [] as string[] };
  window.shifts = shifts;
  const say = ({ node }: { node: Node | null }) => {
    const element = node instanceof Element ? node : node?.parentElement;
    return element ? `${element.tagName.toLowerCase()}.${element.className}`.slice(0, 80) : 'something gone';
  };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Node | null }[];
      };
      if (hadRecentInput) continue;
      shifts.value += value;
      shifts.of.push(`${value.toFixed(3)}: ${sources.map(say).join(', ')}`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** From now on the page counts by how much it moves by itself. */
export async function watchLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(watch);
}

/** The sum of all layout shifts since the page was loaded, and what moved. */
export async function layoutShifts(page: Page): Promise<{ value: number; of: string[] }> {
  const shifts = await page.evaluate(() => window.shifts);
  if (!shifts) throw new Error('Nobody watches the layout of this page.');
  return shifts;
}
