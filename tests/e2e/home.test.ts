import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { newPage } from '../support/browser.ts';
import { signInAt } from '../support/sign-in.ts';
import { siteOfFile } from '../support/site-of-file.ts';
import { expectWellMade } from '../support/well-made.ts';

const site = siteOfFile({ hasWorkers: false });

const picker = (page: Page) => page.getByRole('dialog', { name: 'Select a Different Mode' });
const search = (page: Page) => page.getByRole('dialog', { name: 'Search' });
const box = (page: Page) => search(page).getByRole('searchbox');
const mode = (page: Page, name: string) => picker(page).getByRole('button', { name });

/** Types at once, when the code of the search may still be on its way. */
async function searchFor(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Search' }).press('Enter');
  await page.keyboard.type(text);
  await expect.poll(() => box(page).inputValue()).toBe(text);
}

describe('home, by the keyboard alone', () => {
  it('tells a visitor what this is, lets them search, and asks them to log in for the modes', async () => {
    const context = await site.newContext({ reducedMotion: 'reduce' });
    const { page, assertQuiet } = await newPage(context);
    await page.goto(site.origin('greenfield'));
    await page.getByRole('heading', { level: 1, name: 'Welcome to Greenfield Primary' }).waitFor();
    await page.getByRole('link', { name: 'Sign in' }).first().waitFor();

    await searchFor(page, 'hedgehog');
    await search(page).getByText('Friends of the Hedgehog').waitFor();
    await expectWellMade(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await search(page).waitFor({ state: 'detached' });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Search');

    await page.setViewportSize({ width: 340, height: 720 });
    await page.getByRole('button', { name: 'Menu' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Library' }).waitFor();
    await page.getByRole('menuitem', { name: 'Select a Different Mode' }).press('Enter');
    await picker(page).getByText('You need to log in to load the categories.').waitFor();
    await page.keyboard.press('Escape');
    await picker(page).waitFor({ state: 'detached' });

    await page.goto(site.origin());
    await page.getByRole('link', { name: 'Register your school' }).waitFor();
    assertQuiet();
    await context.close();
  });

  it('shows those who run a school what needs doing, and keeps the mode that is picked', async () => {
    const context = await site.newContext({ reducedMotion: 'reduce' });
    const { page, assertQuiet } = await newPage(context);
    const origin = site.origin('greenfield');
    await page.setViewportSize({ width: 1280, height: 800 });
    await signInAt(page, origin, 'admin@greenfield.test');
    await page.getByRole('heading', { level: 2, name: 'To do' }).waitFor();
    await expectWellMade(page);

    await page.goto(`${origin}/admin-school/school-modes`);
    await page.getByRole('button', { name: 'Lock How things work' }).press('Enter');
    await page.getByText('The mode is locked').waitFor();
    // Specification, section 9: 64 or 20 units of 4 pixels.
    const widthOfSidebar = async () =>
      (await page.getByRole('navigation', { name: 'School' }).boundingBox())?.width;
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await widthOfSidebar()).toBe(256);
    await page.getByRole('button', { name: 'Fold the sidebar down to icons' }).press('Enter');
    await expect.poll(widthOfSidebar).toBe(80);
    // The menu is longer than a low screen is high: of it one sees where one is.
    await page.setViewportSize({ width: 1280, height: 600 });
    const newTable = page
      .getByRole('navigation', { name: 'School' })
      .getByRole('link', { name: 'New table' });
    await page.goto(`${origin}/admin-school/new-table`);
    await page.getByRole('rowheader').first().waitFor();
    const isSeen = await newTable.evaluate((entry) => {
      const { left, top, width, height } = entry.getBoundingClientRect();
      return entry.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
    expect(isSeen).toBe(true);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: 'Show the names in the sidebar' }).press('Enter');
    await expectWellMade(page);

    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: 'Mode: Tales and wonders' }).press('Enter');
    await mode(page, 'Animals and plants').waitFor();
    expect(await mode(page, 'How things work').isDisabled()).toBe(true);
    await expectWellMade(page);
    await mode(page, 'Animals and plants').press('Enter');
    await picker(page).waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.reload();
    await page.getByRole('button', { name: 'Mode: Animals and plants' }).waitFor();

    await searchFor(page, 'zoe');
    const people = search(page).getByRole('region', { name: 'People' });
    await people.getByRole('link', { name: 'Zoë' }).first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/admin-school\/studentprofile\//u);
    await page.getByRole('heading', { level: 1, name: 'Zoë Fern' }).waitFor();
    assertQuiet();
    await context.close();
  });

  it.each([
    ['a child', 'greenfield', 'zoe-otter-42', 'sunny-otter-42', 'What will you write about?'],
    ['a teacher', 'greenfield', 'teacher@greenfield.test', undefined, 'Your classes'],
    [
      'who runs a group of schools',
      'brightfutures',
      'org@brightfutures.test',
      undefined,
      'How your schools do',
    ],
    ['who runs the platform', undefined, 'platform@quillshelf.test', undefined, 'How your schools do'],
  ])('shows %s what comes next', async (_who, school, name, password, heading) => {
    const context = await site.newContext({ reducedMotion: 'reduce' });
    const { page, assertQuiet } = await newPage(context);
    await signInAt(page, site.origin(school), name, password === undefined ? {} : { password });
    await page.getByRole('heading', { level: 2, name: heading }).waitFor();
    await page.getByRole('heading', { level: 2, name: 'New on the shelf' }).waitFor();
    await expectWellMade(page);
    assertQuiet();
    await context.close();
  });
});
