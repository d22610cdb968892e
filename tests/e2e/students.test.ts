import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { newPage, type RecordedPage } from '../support/browser.ts';
import { signInAt } from '../support/sign-in.ts';
import { siteOfFile } from '../support/site-of-file.ts';
import { expectWellMade } from '../support/well-made.ts';

const laptop = { width: 1280, height: 800 };

const site = siteOfFile();
let context: BrowserContext;
let opened: RecordedPage;
let page: Page;
let origin: string;

beforeAll(async () => {
  context = await site.newContext({ viewport: laptop, reducedMotion: 'reduce' });
  opened = await newPage(context);
  ({ page } = opened);
  origin = site.origin('greenfield');
  await signInAt(page, origin, 'admin@greenfield.test');
  await page.goto(`${origin}/admin-school/students`);
  await rows().first().waitFor();
  // From here on everything is on the device, the pages for staff too.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
});

const rows = () => page.getByRole('rowheader');
const names = async () => (await rows().getByRole('link').allInnerTexts()).map((name) => name.trim());
const classesShown = async () => {
  const cells = await page.getByRole('row').locator('td:nth-child(3)').allInnerTexts();
  return cells.map((text) => text.trim().split('\n').at(-1));
};
const actionsOf = (name: string) => page.getByRole('button', { name: `Actions for ${name}`, exact: true });

/** Well made at each width, and back to the laptop. */
async function lookAtIt(): Promise<void> {
  await expectWellMade(page);
  await page.setViewportSize(laptop);
}

async function hear(words: string): Promise<void> {
  // What can be undone is a status.
  const toast = page.locator('[role="alert"], [role="status"]').filter({ hasText: words });
  await toast.getByRole('button', { name: 'Close' }).click();
  await toast.waitFor({ state: 'detached' });
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

describe('the school office, at the list of all students', () => {
  it('finds whom it looks for, by name and by filters, and the address says it', async () => {
    expect(await rows().count()).toBe(40);
    await page.getByRole('searchbox', { name: 'Search students' }).fill('zoe fern');
    await page.keyboard.press('Enter');
    await page.getByText('1 student', { exact: true }).waitFor();
    expect(await names()).toEqual(['Zoë Fern']);
    await page.getByRole('button', { name: 'Clear search' }).click();

    await page.getByRole('combobox', { name: 'Class' }).selectOption({ label: 'Cedar' });
    await page.getByRole('combobox', { name: 'Last sign-in' }).selectOption({ label: 'Never signed in' });
    await expect.poll(async () => new Set(await classesShown())).toEqual(new Set(['Cedar']));
    expect(new URL(page.url()).searchParams.get('signed_in')).toBe('never');
    await page.reload();
    await rows().first().waitFor();
    expect(await page.getByRole('combobox', { name: 'Class' }).locator('option:checked').innerText()).toBe(
      'Cedar',
    );
    await page.getByRole('button', { name: 'Show all' }).click();
  });

  it('takes the filtered list along for a spreadsheet', async () => {
    await page.getByRole('combobox', { name: 'Class' }).selectOption({ label: 'Maple' });
    // What is taken along is what the list shows.
    await expect.poll(async () => new Set(await classesShown())).toEqual(new Set(['Maple']));
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export as CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^Students_\d{4}-\d\d-\d\d\.csv$/u);
    const text = await readFile(await download.path(), 'utf8');
    expect(text.startsWith('\uFEFFFirst name,Last name,Username,Class,')).toBe(true);
    expect(text).toContain('\r\nZoë,Fern,zoe-otter-42,Maple,MAPXE247,Private,');
    expect(text).not.toContain('Cedar');
  });

  it('changes the privacy of several with one question for each kind, by keyboard alone', async () => {
    const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/u });
    await boxes.nth(0).focus();
    await page.keyboard.press('Space');
    await boxes.nth(1).focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Change privacy' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Community' }).press('Enter');
    const question = page.getByRole('dialog', { name: 'Change the privacy of 2 students?' });
    await question
      .getByText('All previous and future posts become community-visible instead of private.')
      .waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await hear('Privacy preference updated successfully!');
    await page.getByRole('combobox', { name: 'Privacy' }).selectOption({ label: 'Community' });
    await page.getByText('2 students', { exact: true }).waitFor();
    expect(await names()).toHaveLength(2);
    await page.getByRole('button', { name: 'Show all' }).click();
  });

  it('is well made at every width', async () => {
    await page
      .getByRole('checkbox', { name: /^Select (?!all)/u })
      .first()
      .check();
    await lookAtIt();
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
  });
});

describe('the school office, at the page of a student', () => {
  it('shows who it is, and the login info to whoever asks for it', async () => {
    await page.goto(`${origin}/admin-school/students?q=zoe`);
    await page.getByRole('link', { name: 'Zoë Fern' }).click();
    await page.getByRole('heading', { level: 1, name: 'Zoë Fern' }).waitFor();
    await page.getByRole('button', { name: 'Show login info' }).click();
    await page.getByText('sunny-otter-42').waitFor();
    await lookAtIt();
    await page.getByRole('button', { name: 'Hide' }).click();
    expect(await page.getByText('sunny-otter-42').count()).toBe(0);
  });

  it('asks for everything, and saves it when the privacy question was answered', async () => {
    await page.getByLabel('Last name').fill('');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Please enter last name').waitFor();
    await page.getByText('Please enter new password').waitFor();
    await page.getByLabel('Last name').fill('Farn');
    await page.getByRole('button', { name: 'Suggest one' }).click();
    expect(await page.getByLabel('New password').inputValue()).toMatch(/^[a-z]+-[a-z]+-[a-z]+$/u);
    await page.getByLabel('Privacy preference').selectOption('public');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('All previous and future posts become public instead of private.').waitFor();
    await page.getByRole('button', { name: 'Change to public' }).click();
    await hear('Student updated successfully');
    await page.getByRole('heading', { level: 1, name: 'Zoë Farn' }).waitFor();
    expect(await page.getByLabel('New password').inputValue()).toBe('');
  });

  it('without a network moves the student, and says why a password has to wait', async () => {
    await context.setOffline(true);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Zoë Farn' }).waitFor();
    await page.getByText('This form waits until it can be. It carries a password').waitFor();
    expect(await page.getByRole('button', { name: 'Save changes' }).isDisabled()).toBe(true);
    await lookAtIt();
    await actionsOf('Zoë Farn').click();
    await page.getByRole('menuitem', { name: 'Move to class' }).click();
    await page.getByLabel('New class').selectOption({ label: 'Birch' });
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByRole('link', { name: 'Birch' }).waitFor();
    // By the keyboard; the call that moves her back goes after the first.
    const undo = page.getByRole('status').getByRole('button', { name: 'Undo' });
    await undo.focus();
    await page.keyboard.press('Enter');
    await hear('Zoë Farn moved back to Maple');
    await page.getByRole('link', { name: 'Maple' }).waitFor();
    await actionsOf('Zoë Farn').click();
    await page.getByRole('menuitem', { name: 'Move to class' }).click();
    await page.getByLabel('New class').selectOption({ label: 'Birch' });
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    await hear('Zoë Farn moved to Birch');
    await page.getByRole('link', { name: 'Birch' }).waitFor();
    await context.setOffline(false);
    await page.getByRole('button', { name: /All sent/u }).waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'Birch' }).waitFor();
  });

  it('says that a student is not there', async () => {
    await page.goto(`${origin}/admin-school/studentprofile`);
    await page.getByText('Student data not available.').waitFor();
    expect(await page.getByRole('link', { name: 'See all students' }).isVisible()).toBe(true);
    opened.forgive(/ERR_INTERNET_DISCONNECTED/u);
    opened.assertQuiet();
  });
});
