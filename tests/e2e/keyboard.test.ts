import type { Locator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { newPage } from '../support/browser.ts';
import { expectReachedByKeyboard } from '../support/by-keyboard.ts';
import { signInAt } from '../support/sign-in.ts';
import { siteOfFile } from '../support/site-of-file.ts';

const site = siteOfFile({ hasWorkers: false });

/** @param last what comes last on the page: before it is there the keyboard may already have passed its place */
async function lookAt(page: Page, address: string, last: Locator): Promise<void> {
  await page.goto(address);
  await last.first().waitFor();
  await expectReachedByKeyboard(page);
}

describe('the Tab key alone comes to all that can be used', () => {
  it('by a visitor', async () => {
    const context = await site.newContext({
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
    });
    const { page, assertQuiet } = await newPage(context);
    const shelf = page.getByRole('region', { name: 'New on the shelf' }).getByRole('link');
    await lookAt(page, site.origin(), shelf);
    await lookAt(page, `${site.origin()}/register`, page.getByRole('button', { name: 'Register' }));
    await lookAt(page, `${site.origin()}/faq`, page.getByRole('heading', { level: 2 }));
    await page.setViewportSize({ width: 340, height: 720 });
    await lookAt(page, site.origin('greenfield'), shelf);
    await lookAt(page, `${site.origin('greenfield')}/login`, page.getByRole('button', { name: 'Parent' }));
    assertQuiet();
    await context.close();
  });

  it('by an administrator', async () => {
    const context = await site.newContext({
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
    });
    const { page, assertQuiet } = await newPage(context);
    const area = `${site.origin('greenfield')}/admin-school`;
    await signInAt(page, site.origin('greenfield'), 'admin@greenfield.test');
    await lookAt(page, `${area}/dashboard`, page.getByRole('heading', { name: 'What happened lately' }));
    await lookAt(page, `${area}/profile`, page.getByLabel('Mode switchboard'));
    await lookAt(page, `${area}/school-modes`, page.getByRole('button', { name: 'Lock How things work' }));

    // What opens over a page keeps the keyboard until it is closed, and gives it back.
    for (const name of ['Search', 'Help', 'Mode: Tales and wonders']) {
      const button = page.getByRole('button', { name, exact: true });
      await button.press('Enter');
      const dialog = page.getByRole('dialog');
      const hasKeyboard = () => dialog.evaluate((element) => element.contains(document.activeElement));
      await expect.poll(hasKeyboard).toBe(true);
      for (let press = 0; press < 12; press += 1) {
        await page.keyboard.press('Tab');
        expect([name, press, await hasKeyboard()]).toEqual([name, press, true]);
      }
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
    }
    assertQuiet();
    await context.close();
  });
});
