import type { Page } from 'playwright';
import { expect } from 'vitest';

/** Waits until a page has its heading, and nothing in it says that it is still being fetched. */
export async function becomesReady(page: Page): Promise<void> {
  // What the server wrote of it stands until the app has its page.
  await page.locator('#served').waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await expect.poll(() => page.getByRole('main').locator('[aria-busy=true]').count()).toBe(0);
}
