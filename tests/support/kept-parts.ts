import type { Page } from 'playwright';
import { vi } from 'vitest';
import type { KeptPart } from '#contract/kit/kept-parts.ts';
import { patience } from './patience.ts';

/** Files of these parts of the app that the device does not keep yet. */
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

/** Waits until pages for staff, the cart and the Help Center work without a network. */
export async function untilOfficeIsKept(page: Page): Promise<void> {
  await vi.waitUntil(async () => (await missingOf(page, 'office', 'cart', 'help')).length === 0, {
    timeout: patience,
  });
}
