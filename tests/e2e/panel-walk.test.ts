import type { Locator, Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { becomesReady } from '../support/becomes-ready.ts';
import { newPage, type RecordedPage } from '../support/browser.ts';
import { pagesLookedAtBy } from '../support/every-page.ts';
import { makeFortySchools, schoolSecrets } from '../support/forty-schools.ts';
import { signInAt } from '../support/sign-in.ts';
import { siteOfFile } from '../support/site-of-file.ts';
import { expectWellMade } from '../support/well-made.ts';

/* Section 10.1 of the panel: each of its children over forty schools. Which there are says the table of all pages, so that a new
   one is walked through by itself. */

const laptop = { width: 1280, height: 900 };
const site = siteOfFile({ hasWorkers: false });
const children = pagesLookedAtBy('platform').filter(({ at }) => at.startsWith('/admin-panel/'));

const main = (page: Page): Locator => page.getByRole('main');
const menu = (page: Page): Locator => page.getByRole('navigation', { name: 'Platform' });
const rows = (page: Page): Locator => main(page).getByRole('rowheader');
const pathOf = (page: Page): string => page.url().slice(site.origin().length);

/** Neither on the screen nor behind it stands what a school keeps to itself. */
async function expectNoSecret(page: Page): Promise<void> {
  const source = (await page.content()).toLowerCase();
  expect(schoolSecrets.filter((secret) => source.includes(secret))).toEqual([]);
}

/** Waits for the page that an act leads to: until it has its heading, the one before stays on the screen. */
async function comeTo(page: Page, act: () => Promise<unknown>): Promise<void> {
  await page.evaluate(() => {
    for (const heading of document.querySelectorAll('h1')) heading.dataset['before'] = heading.textContent;
  });
  await act();
  await page.waitForFunction(() => {
    const headings = [...document.querySelectorAll('h1')];
    return headings.length > 0 && headings.every((each) => each.dataset['before'] !== each.textContent);
  });
  await becomesReady(page);
}

/** Finds nothing by a child's last name. */
async function search(page: Page): Promise<void> {
  const field = main(page).getByRole('searchbox').first();
  if ((await field.count()) === 0) return;
  // Half of the name, so that what was typed is no find.
  await field.fill('zyzzowi');
  await page.waitForURL(/[?&]q=zyzzowi/u);
  await expect.poll(() => rows(page).count()).toBe(0);
  await becomesReady(page);
  await expectNoSecret(page);
  await field.fill('');
  await page.waitForURL((url) => !url.searchParams.has('q'));
  await becomesReady(page);
}

/** Narrows the list down by its first filter, and takes the chip away again. */
async function filter(page: Page): Promise<void> {
  const filters = main(page).getByRole('group', { name: 'Filters' }).getByRole('combobox');
  if ((await filters.count()) === 0) return;
  const before = pathOf(page);
  await filters.first().selectOption({ index: 1 });
  const chip = main(page)
    .getByRole('button', { name: /^Remove filter /u })
    .first();
  await chip.waitFor();
  await becomesReady(page);
  await expectNoSecret(page);
  await chip.click();
  await expect.poll(() => pathOf(page)).toBe(before);
  await becomesReady(page);
}

/** Turns to the next page of a long list, and back. */
async function turn(page: Page): Promise<void> {
  const later = main(page).getByRole('button', { name: 'Later' });
  if ((await later.count()) === 0 || (await later.isDisabled())) return;
  await later.click();
  await page.waitForURL(/[?&]after=/u);
  await rows(page).first().waitFor();
  await becomesReady(page);
  await expectNoSecret(page);
  await main(page).getByRole('button', { name: 'Earlier' }).click();
  await page.waitForURL((url) => !url.searchParams.has('after'));
  await becomesReady(page);
}

/** Opens the first row that leads somewhere, and comes back to the list. */
async function openRow(page: Page): Promise<void> {
  const link = rows(page).getByRole('link').first();
  if ((await link.count()) === 0) return;
  const before = pathOf(page);
  await comeTo(page, () => link.click());
  await expectNoSecret(page);
  await comeTo(page, () => page.goBack());
  expect(pathOf(page)).toBe(before);
  await rows(page).first().waitFor();
}

describe('the panel over forty schools', () => {
  let opened: RecordedPage;

  beforeAll(async () => {
    await makeFortySchools(site.server);
    opened = await newPage(await site.newContext({ viewport: laptop, reducedMotion: 'reduce' }));
    await signInAt(opened.page, site.origin(), 'platform@quillshelf.test');
    await opened.page.goto(`${site.origin()}/admin-panel/all-tenants`);
    await rows(opened.page).first().waitFor();
  });

  it('has each child of its menu in the table of all pages', async () => {
    const links = await menu(opened.page).getByRole('link').all();
    const places = await Promise.all(links.map((link) => link.getAttribute('href')));
    expect(places.length).toBeGreaterThan(25);
    expect(places.filter((place) => !children.some(({ at }) => at === place))).toEqual([]);
  });

  it.each(children)(
    '$at searches, filters, turns, opens and comes back, and tells no secret',
    async (child) => {
      const { page, assertQuiet } = opened;
      const { at, from } = child;
      await page.setViewportSize(laptop);
      const start = from?.at ?? at;
      const entry = menu(page).locator(`a[href="${start}"]`);
      // What no entry leads to is a tab, or a form to which another page leads.
      if ((await entry.count()) > 0 && pathOf(page) !== start) await comeTo(page, () => entry.click());
      else await page.goto(`${site.origin()}${start}`);
      await becomesReady(page);
      if (from) await comeTo(page, () => from.press(page).first().click());
      await expectNoSecret(page);
      await search(page);
      await filter(page);
      await turn(page);
      await openRow(page);
      await expectWellMade(page);
      await expectNoSecret(page);
      assertQuiet();
    },
  );

  it('writes no secret into the log', () => {
    const log = site.server.logs.join('\n').toLowerCase();
    expect(schoolSecrets.filter((secret) => log.includes(secret))).toEqual([]);
  });
});
