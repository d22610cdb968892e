import type { Page } from 'playwright';
import { vi } from 'vitest';

/** Which of the pages for staff the device has not got yet. */
export function missingOfOffice(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const list = (await (await fetch('/office.json')).json()) as string[];
    const missing: string[] = [];
    for (const address of list)
      if (!(await caches.match(address, { cacheName: 'office', ignoreVary: true }))) missing.push(address);
    return missing;
  });
}

/** Staff have signed in, and from now on their pages stand without a network. */
export async function untilOfficeIsKept(page: Page): Promise<void> {
  await vi.waitUntil(async () => (await missingOfOffice(page)).length === 0, { timeout: 60_000 });
}
