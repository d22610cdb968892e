import type { BrowserContext, Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect } from 'vitest';
import { newPage, openContext, type RecordedPage } from './browser.ts';
import { cutOff } from './child-tablet.ts';
import { signInAt } from './sign-in.ts';

interface ReviewingTeacher {
  readonly page: Page;
  /** The teacher of the demo's Maple comes in, wherever the school is. */
  signIn(origin: string): Promise<void>;
  /** The list of what was handed in, once this is on it. @returns the way to it */
  untilHandedIn(title: string): Promise<Locator>;
  /** Opens what is on that list. */
  open(title: string): Promise<void>;
  /** What is open is approved and put on the shelf. */
  publish(): Promise<void>;
  /** @throws where the page said anything but that the network is gone */
  assertQuiet(): void;
}

/** A teacher at a computer of their own who reads what children hand in, for all tests of a file. */
export function reviewingTeacherOfFile(): ReviewingTeacher {
  let context: BrowserContext | undefined;
  let tab: RecordedPage | undefined;
  let school = '';
  beforeAll(async () => {
    context = await openContext({ hasWorkers: false, reducedMotion: 'reduce' });
    tab = await newPage(context);
  });
  afterAll(() => context?.close());
  const there = (): RecordedPage => {
    if (!tab) throw new Error('The teacher is there from the first beforeAll on, not before.');
    return tab;
  };
  return {
    get page() {
      return there().page;
    },
    async signIn(origin) {
      school = origin;
      await signInAt(there().page, origin, 'teacher@greenfield.test');
    },
    async untilHandedIn(title) {
      const { page } = there();
      const link = page.getByRole('link', { name: new RegExp(title, 'u') });
      await expect
        .poll(async () => {
          await page.goto(`${school}/dashboard?option=Stories`);
          await link.or(page.getByText('Nothing is waiting for you')).first().waitFor();
          return await link.count();
        })
        .toBe(1);
      return link;
    },
    async open(title) {
      await (await this.untilHandedIn(title)).click();
    },
    async publish() {
      const { page } = there();
      await page.getByRole('button', { name: 'Approve and publish' }).click();
      await page.getByRole('button', { name: 'Take it off the shelf' }).waitFor();
    },
    assertQuiet() {
      there().forgive(cutOff);
      there().assertQuiet();
    },
  };
}
