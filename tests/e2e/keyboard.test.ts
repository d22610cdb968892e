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
    await lookAt(page, `${area}/dashboard`, page.getByRole('heading', { name: 'Recent activity' }));
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

    // On a phone the heads of a list are hidden: the keyboard is never at one of them.
    await page.setViewportSize({ width: 340, height: 640 });
    await page.goto(`${area}/students`);
    const row = page.getByRole('button', { name: /^Actions for/u }).first();
    const sorting = page.getByRole('combobox', { name: 'Sort' });
    await row.waitFor();
    await sorting.focus();
    const hasKeyboard = (at: Locator) => at.evaluate((element) => element === document.activeElement);
    for (let press = 0; press < 40 && !(await hasKeyboard(row)); press += 1) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.closest('thead') ?? null)).toBeNull();
    }
    expect(await hasKeyboard(row)).toBe(true);
    assertQuiet();
    await context.close();
  });
});

describe('a button that loads', () => {
  it('keeps the keyboard, and is pressed once however often the key is', async () => {
    const context = await site.newContext();
    const { page, forgive, assertQuiet } = await newPage(context);
    let asked = 0;
    let giveUp: () => void = () => undefined;
    await page.route('**/password-reset/', async (route) => {
      asked += 1;
      await new Promise<void>((resolve) => {
        giveUp = resolve;
      });
      await route.abort();
    });
    await page.goto(`${site.origin('greenfield')}/resetpasswordemail`);
    const email = page.getByLabel('Email', { exact: true });
    const send = page.getByRole('button', { name: 'Send me a link' });
    const hasKeyboard = () => send.evaluate((element) => element === document.activeElement);
    await email.fill('teacher@greenfield.test');
    await send.press('Enter');
    await expect.poll(() => send.isDisabled()).toBe(true);
    for (const key of ['Enter', 'Space', 'Enter']) await page.keyboard.press(key);
    expect(await hasKeyboard()).toBe(true);
    // Another way to the same.
    await email.press('Enter');
    await page.keyboard.press('Shift+Tab');
    await email.press('Enter');
    expect(asked).toBe(1);

    giveUp();
    await expect.poll(() => send.isEnabled()).toBe(true);
    await send.press('Enter');
    await expect.poll(() => asked).toBe(2);
    giveUp();
    await expect.poll(() => send.isEnabled()).toBe(true);
    expect(await hasKeyboard()).toBe(true);
    await page.keyboard.press('Shift+Tab');
    expect(await email.evaluate((element) => element === document.activeElement)).toBe(true);
    forgive(/Failed to load resource/u);
    assertQuiet();
    await context.close();
  });
});
