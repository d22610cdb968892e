import type { Browser } from 'playwright';

/** When the first and the largest of a page were painted, in milliseconds since it was asked for, and how much of it moved by itself. */
export interface Paints {
  first: number;
  largest: number;
  shifts: number;
}

declare global {
  interface Window {
    benchPaints: Paints;
  }
}

/** Runs in the page before anything of its own does. */
function watchPaints(): void {
  const paints = { first: 0, largest: 0, shifts: 0 };
  window.benchPaints = paints;
  const watch = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) note(entry);
    }).observe({ type, buffered: true });
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') paints.first = startTime;
  });
  watch('largest-contentful-paint', ({ startTime }) => {
    paints.largest = startTime;
  });
  // Nobody has touched anything, so nothing of it is what somebody asked for.
  watch('layout-shift', (entry) => {
    paints.shifts += (entry as PerformanceEntry & { value: number }).value;
  });
}

interface Conditions {
  /** How many times slower the processor is. */
  speed: number;
  /** Milliseconds for which the page is watched: by then all that comes late has come. */
  watched: number;
  /** Left out: the machine's own. */
  line?: { offline: boolean; latency: number; downloadThroughput: number; uploadThroughput: number };
}

/** A page as a device sees it that was never here before. */
export async function painted(
  browser: Browser,
  address: string,
  { speed, watched, line }: Conditions,
): Promise<Paints> {
  const context = await browser.newContext({ viewport: { width: 768, height: 1024 } });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: speed });
    if (line) {
      await devtools.send('Network.enable');
      await devtools.send('Network.emulateNetworkConditions', line);
    }
    await page.addInitScript(watchPaints);
    await page.goto(address);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForTimeout(watched);
    return await page.evaluate(() => window.benchPaints);
  } finally {
    await context.close();
  }
}
