import type { Locator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { newPage } from '../support/browser.ts';
import { untilOfficeIsKept } from '../support/kept-parts.ts';
import { signInAt } from '../support/sign-in.ts';
import { siteOfFile } from '../support/site-of-file.ts';
import { expectWellMade } from '../support/well-made.ts';

const site = siteOfFile();

/** Milliseconds in which a tour that is due would have come several times over. */
const longEnough = 10_000;

const tour = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const offer = (page: Page) => page.getByRole('button', { name: 'Show me around' });
const anyTour = (page: Page) => page.locator('.driver-popover');

/** By the keyboard, which a step of a tour has from the moment it is drawn. */
async function goOn(page: Page): Promise<void> {
  await page.keyboard.press('Enter');
}

/** What Chromium writes of it: about calls, pictures that were never shown before, and code that was never fetched. */
const networkIsGone = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|dynamically imported module/u;

/** Somebody's first time on a device, which knows nothing of them. */
async function arrive(email: string, viewport?: { width: number; height: number }) {
  const context = await site.newContext({ reducedMotion: 'reduce', ...(viewport && { viewport }) });
  const opened = await newPage(context, { isNew: true });
  await opened.page.clock.install();
  const origin = site.origin('greenfield');
  await signInAt(opened.page, origin, email);
  return { context, ...opened, origin };
}

describe('a teacher who is new', () => {
  it('is shown around once, on whichever device, never over what was typed, and again on demand', async () => {
    const first = await arrive('teacher@greenfield.test');
    const classes = `${first.origin}/dashboard?option=Teacher%20Dashboard`;
    await first.page.goto(classes);
    await offer(first.page).waitFor();
    await expectWellMade(first.page);
    await offer(first.page).click();
    await tour(first.page, 'This is a class').waitFor();
    await expectWellMade(first.page);
    for (const next of ['The class code', 'Where your work is', 'Help is always here']) {
      await goOn(first.page);
      await tour(first.page, next).waitFor();
    }
    await goOn(first.page);
    await anyTour(first.page).waitFor({ state: 'detached' });
    // What one device says to the school …
    await first.page.getByRole('button', { name: /^All sent/u }).waitFor();
    first.assertQuiet();
    await first.context.close();

    // … another hears from it.
    const { page, context, forgive, assertQuiet } = await arrive('teacher@greenfield.test');
    await page.goto(classes);
    await page.getByRole('link', { name: 'Maple' }).waitFor();
    await page.clock.runFor(longEnough);
    expect(await offer(page).count()).toBe(0);

    // Typed before the tour of this page is due, however slow the machine is.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
    await page.getByRole('link', { name: 'Maple' }).click();
    await page.getByRole('button', { name: 'Add Students' }).click();
    const names = page.getByRole('dialog').getByRole('textbox');
    await names.fill('Mira Alder');
    await page.clock.resume();
    await page.clock.runFor(longEnough);
    expect(await offer(page).count()).toBe(0);
    expect(await names.inputValue()).toBe('Mira Alder');
    await names.fill('');
    await page.keyboard.press('Escape');
    await offer(page).click();
    await tour(page, 'Add Students').waitFor();
    await page.keyboard.press('Escape');
    await anyTour(page).waitFor({ state: 'detached' });

    await untilOfficeIsKept(page);
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Help', exact: true }).click();
    await page.locator('summary', { hasText: 'Guided tours' }).click();
    await expectWellMade(page);
    await page.getByRole('button', { name: 'Add students from a file' }).click();
    await tour(page, 'A list as a CSV file').waitFor();
    await page.getByRole('button', { name: 'End the tour' }).click();
    await anyTour(page).waitFor({ state: 'detached' });
    forgive(networkIsGone);
    assertQuiet();
    await context.close();
  });
});

describe('a teacher who is new and has a phone', () => {
  it('sees all of the offer and of each step', async () => {
    const phone = { width: 340, height: 640 };
    const { page, context, origin, assertQuiet } = await arrive('lead@greenfield.test', phone);
    const expectInWindow = async (shown: Locator) => {
      const { x, y, width, height } = (await shown.boundingBox()) ?? expect.fail();
      expect(Math.min(x, y, phone.width - x - width, phone.height - y - height)).toBeGreaterThanOrEqual(0);
    };
    await page.goto(`${origin}/dashboard?option=Teacher%20Dashboard`);
    await offer(page).waitFor();
    await expectInWindow(page.getByText(/^Guided tour: /u));
    for (const name of ['No, thank you', 'Show me around'])
      await expectInWindow(page.getByRole('button', { name }));
    await offer(page).click();
    const about = ['This is a class', 'The class code', 'A new class', 'Where your work is'];
    for (const step of [...about, 'Help is always here']) {
      await tour(page, step).waitFor();
      await expectInWindow(tour(page, step));
      await goOn(page);
    }
    assertQuiet();
    await context.close();
  });
});

describe('an administrator', () => {
  it('is told of the dashboards once, changes between them, and reads on every page what waits for the network', async () => {
    const { page, context, origin, forgive, assertQuiet } = await arrive('admin@greenfield.test');
    const welcome = page.getByRole('dialog', { name: 'Welcome, Helen' });
    await welcome.waitFor();
    await expectWellMade(page);
    await welcome.getByRole('button', { name: 'Continue to Dashboard' }).click();
    await page.waitForURL(`${origin}/admin-school/dashboard`);
    await offer(page).click();
    await tour(page, 'Your dashboard').waitFor();
    await page.keyboard.press('Escape');
    await anyTour(page).waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Your menu, Helen Marsh' }).click();
    await page.getByRole('menuitem', { name: 'Teacher Dashboard' }).click();
    const overlay = page.getByRole('status').filter({ hasText: 'Switching Dashboard' });
    await overlay.waitFor();
    // Whoever wants no motion sees none.
    expect(await overlay.evaluate((cover) => getComputedStyle(cover).animationDuration)).toBe('1e-05s');
    await page.waitForURL(`${origin}/dashboard?option=Teacher%20Dashboard`);
    await page.getByRole('heading', { level: 1, name: 'Classes' }).waitFor();

    await page.evaluate(() => localStorage.setItem('tutorials', JSON.stringify({ off: true, seen: {} })));
    await untilOfficeIsKept(page);
    await page.goto(`${origin}/terms-of-use`);
    await page.getByRole('heading', { level: 1, name: 'Terms of Use' }).waitFor();
    await context.setOffline(true);
    for (const path of ['teachers', 'users', 'userprofile', 'organizations', 'tablets', 'profile']) {
      await page.goto(`${origin}/admin-school/${path}`);
      await page.getByText('Quillshelf cannot be reached right now').first().waitFor();
    }
    await expectWellMade(page);
    await page.goto(`${origin}/admin-school/tablets`);
    await page.getByText('Your classes, their students and Help work now.', { exact: false }).waitFor();
    await page.goto(`${origin}/admin-school/classes`);
    await page.getByRole('link', { name: 'Birch' }).waitFor();
    // A page of the public part, as it was seen last.
    await page.goto(`${origin}/terms-of-use`);
    await page.getByRole('heading', { level: 1, name: 'Terms of Use' }).waitFor();
    // An address whose code was never fetched.
    await page.goto(`${origin}/resetpasswordemail`);
    await page.getByRole('heading', { level: 1, name: 'Quillshelf cannot be reached right now' }).waitFor();
    forgive(networkIsGone);
    assertQuiet();
    await context.close();
  });
});
