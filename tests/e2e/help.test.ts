import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { newPage } from '../support/browser.ts';
import { missingOf, untilOfficeIsKept } from '../support/kept-parts.ts';
import { signInAt } from '../support/sign-in.ts';
import { siteOfFile } from '../support/site-of-file.ts';
import { expectWellMade } from '../support/well-made.ts';

const site = siteOfFile();

const center = (page: Page) => page.getByRole('dialog', { name: 'Help Center' });
const topic = (page: Page, name: string) => center(page).getByRole('button', { name, exact: true });
const article = (page: Page, name: string) => center(page).getByRole('heading', { name, exact: true });

async function widthOfDrawer(page: Page): Promise<number> {
  return (await center(page).boundingBox())?.width ?? 0;
}

describe('the Help Center', () => {
  it('helps a visitor who cannot sign in, at the page and without a network too', async () => {
    const context = await site.newContext({ reducedMotion: 'reduce' });
    const { page, forgive, assertQuiet } = await newPage(context);
    const origin = site.origin('greenfield');
    await page.goto(`${origin}/login`);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.getByRole('button', { name: 'Help' }).click();
    await topic(page, 'My card does not work').click();
    await article(page, 'My card does not work').waitFor();
    await expectWellMade(page);
    expect(await widthOfDrawer(page)).toBe(340);
    await page.getByRole('button', { name: 'All topics' }).click();
    await topic(page, 'My card does not work').waitFor();
    // Specification, section 9.
    await page.setViewportSize({ width: 767, height: 800 });
    expect(await widthOfDrawer(page)).toBe(767);
    await page.setViewportSize({ width: 768, height: 800 });
    expect(Math.round(await widthOfDrawer(page))).toBe(538);
    await page.setViewportSize({ width: 1000, height: 800 });
    expect(await widthOfDrawer(page)).toBe(700);
    const menu = center(page).getByRole('navigation', { name: 'Help topics' }).locator('..');
    expect((await menu.boundingBox())?.width).toBe(220);

    await page.keyboard.press('Escape');
    await center(page).waitFor({ state: 'detached' });
    await expect.poll(() => missingOf(page, 'help')).toEqual([]);
    await context.setOffline(true);
    await page.goto(`${origin}/login?help=install-the-app`);
    await article(page, 'Put it on the home screen').waitFor();
    await center(page).getByRole('button', { name: 'Close' }).click();
    await page.waitForURL(`${origin}/login`);

    await page.goto(`${origin}/faq`);
    await page.getByRole('heading', { level: 1, name: 'Questions and answers' }).waitFor();
    await page.getByRole('button', { name: 'I forgot my password (staff)' }).click();
    await page.waitForURL(`${origin}/faq?article=forgot-password-staff`);
    await expectWellMade(page);
    await page.goBack();
    await page.getByRole('button', { name: 'I forgot my password (staff)' }).waitFor();
    forgive(/ERR_INTERNET_DISCONNECTED/u);
    assertQuiet();
    await context.close();
  });

  it('is as wide as a phone over the page of questions too, which came before it', async () => {
    const context = await site.newContext({ viewport: { width: 340, height: 700 }, hasWorkers: false });
    const { page, assertQuiet } = await newPage(context);
    await page.goto(`${site.origin('greenfield')}/faq`);
    await page.getByRole('heading', { level: 1, name: 'Questions and answers' }).waitFor();
    await page.getByRole('button', { name: 'Help', exact: true }).click();
    await topic(page, 'My card does not work').waitFor();
    expect(await widthOfDrawer(page)).toBe(340);
    assertQuiet();
  });

  it('is there for staff without a network before they ever looked, and is used by the keyboard alone', async () => {
    const context = await site.newContext({ reducedMotion: 'reduce' });
    const { page, forgive, assertQuiet } = await newPage(context);
    const origin = site.origin('greenfield');
    await signInAt(page, origin, 'teacher@greenfield.test');
    await expect.poll(() => missingOf(page, 'help')).toEqual([]);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('help:teacher') !== null)).toBe(true);
    // The classes are there before the network goes: what is asked here is the help.
    await page.goto(`${origin}/dashboard?option=Teacher%20Dashboard`);
    await page.getByRole('link', { name: 'Maple' }).waitFor();
    await untilOfficeIsKept(page);
    await context.setOffline(true);
    await page.reload();
    await page.getByRole('link', { name: 'Maple' }).waitFor();

    await page.getByRole('button', { name: 'Help' }).press('Enter');
    await page.getByRole('button', { name: 'Student', exact: true }).press('Enter');
    await topic(page, 'Add students').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'All', exact: true }).press('Enter');

    await page.getByRole('searchbox', { name: 'Search help' }).fill('csv');
    await topic(page, 'How children sign in').waitFor({ state: 'detached' });
    await article(page, 'Import students from a file').waitFor();
    await page.getByRole('searchbox', { name: 'Search help' }).fill('zebra crossing');
    await page.getByText('No Content Available').waitFor();
    await page.keyboard.press('Escape');
    const first = topic(page, 'Your first lesson, step by step');
    await first.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await article(page, 'Add students').waitFor();
    await expect
      .poll(() => article(page, 'Add students').evaluate((heading) => heading === document.activeElement))
      .toBe(true);
    await center(page).getByRole('button', { name: 'Import it', exact: true }).click();
    await article(page, 'Import students from a file').waitFor();
    await page.keyboard.press('Escape');
    await center(page).waitFor({ state: 'detached' });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Help');
    forgive(/ERR_INTERNET_DISCONNECTED/u);
    assertQuiet();
    await context.close();
  });
});
