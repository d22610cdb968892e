import type { Page } from 'playwright';
import { vi } from 'vitest';
import type { KeptPart } from '#contract/kit/kept-parts.ts';
import { patience } from './patience.ts';

/** What of these parts of the app the device has not got yet. */
export function missingOf(page: Page, ...parts: readonly KeptPart[]): Promise<string[]> {
  return page.evaluate(async (names) => {
    const missing: string[] = [];
    for (const part of names) {
      const list = (await (await fetch(`/${part}.json`)).json()) as string[];
      for (const address of list)
        if (!(await caches.match(address, { cacheName: part, ignoreVary: true }))) missing.push(address);
    }
    return missing;
  }, parts);
}

/** Staff have signed in, and from now on their pages stand without a network, the Help Center over them as well. */
export async function untilOfficeIsKept(page: Page): Promise<void> {
  await vi.waitUntil(async () => (await missingOf(page, 'office', 'cart', 'help')).length === 0, {
    timeout: patience,
  });
}
