import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPage, type RecordedPage } from '../support/browser.ts';
import { signInAt } from '../support/sign-in.ts';
import { siteOfFile } from '../support/site-of-file.ts';
import { expectWellMade } from '../support/well-made.ts';

const site = siteOfFile();

interface SomebodySignedIn extends RecordedPage {
  context: BrowserContext;
  origin: string;
}

async function signedIn(
  tenant: string,
  email: string,
  { hasWorkers = false } = {},
): Promise<SomebodySignedIn> {
  const context = await site.newContext({ hasWorkers, reducedMotion: 'reduce' });
  const opened = await newPage(context);
  const origin = site.origin(tenant);
  await signInAt(opened.page, origin, email);
  return { ...opened, context, origin };
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

async function confirm(page: Page, name: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** Riverside belongs to nobody at first. */
describe('a school and an organization', () => {
  let trust: SomebodySignedIn;
  let office: SomebodySignedIn;

  beforeAll(async () => {
    trust = await signedIn('brightfutures', 'org@brightfutures.test');
    office = await signedIn('riverside', 'admin@riverside.test');
  });

  afterAll(async () => {
    await trust.context.close();
    await office.context.close();
  });

  it('come together: one asks, and the other says yes', async () => {
    const { page } = trust;
    await page.goto(`${trust.origin}/admin-organization/schools`);
    await page.getByRole('button', { name: 'Ask a school to join' }).click();
    await page.getByLabel('Address of the school').fill('nowhere');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.getByText('There is no school at this address.').waitFor();
    await page.getByLabel('Address of the school').fill('riverside');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.getByRole('heading', { name: 'Waiting for an answer' }).waitFor();
    await expectWellMade(page);

    await office.page.goto(`${office.origin}/admin-school`);
    await office.page
      .getByRole('link', { name: '1 organization asks whether your school belongs to it' })
      .click();
    await heading(office.page, 'Organizations').waitFor();
    await office.page.getByText('Bright Futures Trust', { exact: true }).waitFor();
    await expectWellMade(office.page);
    await office.page.getByRole('button', { name: 'Say yes to Bright Futures Trust' }).click();
    await confirm(office.page, 'Say yes');
    await office.page.getByRole('button', { name: 'Leave Bright Futures Trust' }).waitFor();
  });

  it('are linked: the school can be opened, over the words that say so', async () => {
    const { page } = trust;
    await page.reload();
    await page.getByRole('button', { name: 'Open this school: Riverside School' }).click();
    await page.getByRole('heading', { name: 'Switching Dashboard' }).waitFor();
    await page.getByRole('button', { name: 'Open this school', exact: true }).click();
    await page.waitForURL(`${office.origin}/admin-school/dashboard`);
    await heading(page, 'Dashboard').waitFor();
    expect(await page.getByRole('region', { name: 'Your visit' }).innerText()).toContain(
      'Visiting Riverside School',
    );
    await page.goto(`${office.origin}/admin-school/organizations`);
    await page.getByText('You are a guest here.', { exact: false }).waitFor();
    expect(await page.getByRole('button', { name: /^Leave/u }).count()).toBe(0);
  });

  it('part: the guest is out at once', async () => {
    await office.page.getByRole('button', { name: 'Leave Bright Futures Trust' }).click();
    await confirm(office.page, 'Leave');
    await office.page.getByText('Your school belongs to no organization').waitFor();
    await office.page.goto(`${office.origin}/admin-school/dashboard`);
    await office.page.getByText('ended the link with Bright Futures Trust').waitFor();

    await trust.page.goto(`${office.origin}/admin-school/dashboard`);
    await trust.page.waitForURL(`${office.origin}/login`);
    expect(await trust.page.getByRole('region', { name: 'Your visit' }).count()).toBe(0);
    // Chromium writes each refusal down.
    trust.forgive(/401|404/u);
    trust.assertQuiet();
    office.assertQuiet();
  });
});

describe('the office of a school', () => {
  let office: SomebodySignedIn;
  let page: Page;

  beforeAll(async () => {
    office = await signedIn('greenfield', 'admin@greenfield.test', { hasWorkers: true });
    ({ page } = office);
  });

  afterAll(() => office.context.close());

  it('sees at a glance how it is doing, and without a network how it was', async () => {
    await page.goto(`${office.origin}/admin-school`);
    await page.waitForURL('**/admin-school/dashboard');
    await page.getByText('Children who signed in').waitFor();
    await page.getByRole('list').filter({ hasText: 'have no login card yet' }).waitFor();
    await expectWellMade(page);
    const numbers = await page.locator('dl').innerText();
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByText('Quillshelf cannot be reached right now', { exact: false }).waitFor();
    expect(await page.locator('dl').innerText()).toBe(numbers);
    await page.context().setOffline(false);
    office.forgive(/ERR_INTERNET_DISCONNECTED/u);
  });

  it('changes what its school is called and looks like, and every open tab shows it', async () => {
    const other = await newPage(office.context);
    await other.page.goto(`${office.origin}/`);
    await page.goto(`${office.origin}/admin-school/profile`);
    await page.getByRole('textbox', { name: 'Name', exact: true }).waitFor();
    await expectWellMade(page);
    await page.getByRole('textbox', { name: 'Primary colour', exact: true }).fill('#04abf6');
    await page.getByText('White text on it is too faint', { exact: false }).first().waitFor();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Greenfield Academy');
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><rect width="40" height="20" fill="#c8553d"/></svg>';
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose a logo' }).click();
    const file = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) };
    await (await choosing).setFiles(file);
    const school = page.getByRole('region', { name: 'Your school' });
    await school.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('User updated successfully!').waitFor();

    await expect.poll(() => other.page.locator('header').first().innerText()).toContain('Greenfield Academy');
    const logo = other.page.locator('header img').first();
    await expect.poll(() => logo.getAttribute('src')).toMatch(/^\/icons\/app\/logo-[\da-f]{64}\.webp$/u);
    await expect.poll(() => logo.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(512);
    const color = await other.page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--primary_color').trim(),
    );
    expect(color).toBe('#04abf6');
    other.assertQuiet();
    await other.page.close();
  });

  it('folds its sidebar down to icons, which still say by keyboard what they are', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${office.origin}/admin-school/new-table`);
    await page.getByText('Sample data', { exact: true }).waitFor();
    await expectWellMade(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    const sidebar = page.getByRole('navigation', { name: 'School' });
    const width = () => sidebar.evaluate((element) => element.getBoundingClientRect().width);
    expect(await width()).toBe(256);
    await page.getByRole('button', { name: 'Fold the sidebar down to icons' }).press('Enter');
    await expect.poll(width).toBe(80);
    await sidebar.getByRole('link', { name: 'Classes' }).focus();
    await expect
      .poll(() => sidebar.getByText('Classes', { exact: true }).evaluate((name) => name.clientWidth))
      .toBeGreaterThan(40);
    await page.getByRole('button', { name: 'Show the names in the sidebar' }).press('Enter');
    await expect.poll(width).toBe(256);
    office.assertQuiet();
  });
});

describe('the administrator of an organization', () => {
  it('finds the dashboard, the people and the profile in a menu of two parts', async () => {
    const trust = await signedIn('brightfutures', 'org@brightfutures.test');
    const { page } = trust;
    await page.goto(`${trust.origin}/admin-organization`);
    await page.waitForURL('**/admin-organization/dashboard');
    await page.locator('dl').getByText('Students').waitFor();
    await expectWellMade(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    const menu = page.getByRole('navigation', { name: 'Organization' });
    expect(await menu.getByRole('list', { name: 'Settings' }).getByRole('link').allInnerTexts()).toEqual([
      'Plans',
      'Payment History',
      'Profile',
      'Logout',
    ]);
    await menu.getByRole('link', { name: 'Profile' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).waitFor();
    await expectWellMade(page);
    trust.assertQuiet();
    await trust.context.close();
  });
});
