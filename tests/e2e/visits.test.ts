import type { BrowserContext } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPage, type RecordedPage } from '../support/browser.ts';
import { signInAt } from '../support/sign-in.ts';
import { siteOfFile } from '../support/site-of-file.ts';
import { expectWellMade } from '../support/well-made.ts';

const site = siteOfFile({ hasWorkers: false });

function sidewaysScroll({ page }: RecordedPage): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

describe.each([
  { width: 340, height: 720 },
  { width: 1280, height: 800 },
])('the administrator of an organization, at $width px', ({ width, height }) => {
  let context: BrowserContext;
  let opened: RecordedPage;
  /** Every address that was asked for. */
  const asked: { url: string; referrer: string | undefined }[] = [];

  beforeAll(async () => {
    context = await site.newContext({ viewport: { width, height }, reducedMotion: 'reduce' });
    context.on('request', (request) =>
      asked.push({ url: request.url(), referrer: request.headers()['referer'] }),
    );
    opened = await newPage(context);
  });

  afterAll(() => context.close());

  it('finds the schools of the organization, and how much there is in them', async () => {
    const { page } = opened;
    await signInAt(page, site.origin('brightfutures'), 'org@brightfutures.test');
    await page.getByRole('link', { name: 'Open your dashboard' }).click();
    await page.waitForURL('**/admin-organization/dashboard');
    await page.getByText('Students', { exact: true }).waitFor();
    await expect
      .poll(() => page.locator('dl').innerText())
      .toMatch(/Schools\s+1\s+Classes\s+3\s+Students\s+\d+/u);
    expect(await sidewaysScroll(opened)).toBe(0);
    await page.getByRole('main').getByRole('link', { name: 'Schools' }).last().click();
    await page.getByRole('heading', { name: 'Schools' }).waitFor();
    await page.getByText('Greenfield Primary').waitFor();
    expect(await page.getByRole('list', { name: 'Schools' }).getByRole('listitem').count()).toBe(1);
    expect(await sidewaysScroll(opened)).toBe(0);
  });

  it('opens a school, and is told at every page which one it is', async () => {
    const { page } = opened;
    await page.getByRole('button', { name: 'Open this school: Greenfield Primary' }).click();
    // The link asks before anything changes, for the keyboard as well.
    const question = page.getByRole('heading', { name: 'Open Greenfield Primary?' });
    await question.waitFor();
    await page
      .getByText(/^You enter Greenfield Primary as a guest: .+ from Bright Futures Trust\.$/u)
      .waitFor();
    expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();
    await expectWellMade(page);
    expect(await sidewaysScroll(opened)).toBe(0);
    await page.getByRole('button', { name: 'Open this school' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(`${site.origin('greenfield')}/admin-school/dashboard`);
    await page.getByRole('link', { name: 'Classes', exact: true }).last().click();
    await page.getByText('Maple').first().waitFor();
    const banner = page.getByRole('region', { name: 'Your visit' });
    expect(await banner.innerText()).toContain('Visiting Greenfield Primary');
    expect(await sidewaysScroll(opened)).toBe(0);
    await page.getByText('Maple').first().click();
    await page.getByRole('heading', { name: 'Maple' }).waitFor();
    expect(await banner.isVisible()).toBe(true);
    await page.reload();
    await page.getByRole('heading', { name: 'Maple' }).waitFor();
    expect(await banner.innerText()).toContain('Visiting Greenfield Primary');
    await page.goto(`${site.origin('greenfield')}/`);
    await page.getByText('as a guest from Bright Futures Trust').waitFor();
    expect(await banner.isVisible()).toBe(true);
  });

  it('left the link nowhere: it stands in no history, went along with no request, and is used up', async () => {
    const { page } = opened;
    const [link] = asked.filter(({ url }) => url.includes('/login/v_'));
    expect(asked.filter(({ url }) => url.includes('/login/v_'))).toHaveLength(1);
    expect(asked.filter(({ referrer }) => referrer?.includes('/login/v_') === true)).toEqual([]);
    const stored = await page.evaluate(() =>
      [localStorage, sessionStorage].flatMap((storage) => Object.values(storage) as string[]).join('\n'),
    );
    const browsing = await context.newCDPSession(page);
    const { entries } = await browsing.send('Page.getNavigationHistory');
    expect(entries.length).toBeGreaterThan(2);
    expect(entries.filter(({ url }) => url.includes('/login/v_'))).toEqual([]);
    expect(stored).not.toContain(link?.url.split('/').at(-1));
    expect(site.server.logs.join('\n')).not.toContain(link?.url.split('/').at(-1));

    const second = await newPage(context);
    await second.page.goto(link?.url ?? '');
    await second.page.getByRole('heading', { name: 'This link does not work any more' }).waitFor();
    expect(second.page.url()).toBe(`${site.origin('greenfield')}/login`);
    const usedUp = await second.page.getByRole('main').innerText();
    await second.page.goto(`${site.origin('greenfield')}/login/v_${'x'.repeat(43)}`);
    await second.page.getByRole('heading', { name: 'This link does not work any more' }).waitFor();
    expect(await second.page.getByRole('main').innerText()).toBe(usedUp);
    // Chromium writes each refusal down.
    expect(second.forgive(/410/u)).toBe(2);
    second.assertQuiet();
    await second.page.close();
  });

  it('goes back, is no guest any more, and is still signed in at home', async () => {
    const { page } = opened;
    await page.getByRole('region', { name: 'Your visit' }).getByRole('button').click();
    await page.waitForURL(`${site.origin('brightfutures')}/admin-organization/dashboard`);
    await page.getByText('Students', { exact: true }).waitFor();
    await page.goto(`${site.origin('greenfield')}/admin-school/classes`);
    await page.getByRole('heading', { name: 'Who is signing in?' }).waitFor();
    expect(page.url()).toBe(`${site.origin('greenfield')}/login`);
    opened.assertQuiet();
  });
});

describe('the administrator of the platform', () => {
  let context: BrowserContext;
  let opened: RecordedPage;
  let office: RecordedPage;
  const notice = () => office.page.getByRole('complementary', { name: 'Visits' });

  beforeAll(async () => {
    context = await site.newContext({ viewport: { width: 768, height: 1024 }, reducedMotion: 'reduce' });
    opened = await newPage(context);
    office = await newPage(
      await site.newContext({ viewport: { width: 340, height: 720 }, reducedMotion: 'reduce' }),
    );
  });

  afterAll(async () => {
    await context.close();
    await office.page.context().close();
  });

  it('finds all tenants, and asks a school that wants to be asked', async () => {
    const { page } = opened;
    await signInAt(page, site.origin(), 'platform@quillshelf.test');
    await page.goto(`${site.origin()}/admin-panel`);
    await page.waitForURL('**/admin-panel/dashboard');
    await page.getByText('Organizations').waitFor();
    await page.goto(`${site.origin()}/admin-panel/all-tenants?q=river`);
    await page.getByRole('button', { name: 'Open this school: Riverside School' }).click();
    const dialog = page.getByRole('dialog', { name: 'Visit Riverside School' });
    await dialog.getByText('This school wants to be asked before you visit.').waitFor();
    await dialog.getByRole('button', { name: 'Ask to visit' }).click();
    await dialog.getByText('Please say why').waitFor();
    await dialog.getByLabel('Reason').fill('A cover does not show');
    await expectWellMade(page);
    await dialog.getByRole('button', { name: 'Ask to visit' }).click();
    await dialog.getByText(/^Waiting for the school\. You asked to look around/u).waitFor();
    await expectWellMade(page);
  });

  it('is let in by the office of the school', async () => {
    const { page } = office;
    await signInAt(page, site.origin('riverside'), 'admin@riverside.test');
    await page.goto(`${site.origin('riverside')}/admin-school/classes`);
    await notice()
      .getByText(/ of Quillshelf asks to look around\. “A cover does not show”$/u)
      .waitFor();
    expect(await sidewaysScroll(office)).toBe(0);
    await expectWellMade(page);
    await notice().getByRole('button', { name: 'Allow for 24 hours' }).click();
    await notice().waitFor({ state: 'detached' });
  });

  it('looks around, and is told why nothing is changed', async () => {
    const { page } = opened;
    const dialog = page.getByRole('dialog', { name: 'Visit Riverside School' });
    await dialog.getByRole('button', { name: 'Look again' }).click();
    await dialog.getByText(/^You may look around until/u).waitFor();
    await dialog.getByRole('button', { name: 'Enter' }).click();
    await page.getByRole('button', { name: 'Open this school', exact: true }).click();
    await page.waitForURL(`${site.origin('riverside')}/admin-school/dashboard`);
    await page.getByRole('link', { name: 'Classes', exact: true }).last().click();
    await page.getByText('Willow').first().waitFor();
    const banner = page.getByRole('region', { name: 'Your visit' });
    expect(await banner.innerText()).toMatch(
      /Visiting Riverside School\s+You may look around until[\s\S]*Go back/u,
    );
    await page.goto(`${site.origin('riverside')}/admin-school/add-book-category`);
    await page.getByLabel('Name').fill('Poems of visitors');
    await page.getByRole('button', { name: 'Save' }).click();
    await page
      .getByText('You are here to look around, so nothing was changed. To help, ask the school for it.')
      .first()
      .waitFor();
    expect(opened.forgive(/403/u)).toBe(1);
    opened.assertQuiet();
  });

  it('is seen by the office, which ends the visit', async () => {
    const { page } = office;
    await page.goto(`${site.origin('riverside')}/admin-school/profile`);
    const section = page.getByRole('region', { name: 'Visits of the platform' });
    await section.getByText(/ of Quillshelf looks around here until /u).waitFor();
    await section.getByRole('radio', { name: 'Ask us each time' }).waitFor();
    await expectWellMade(page);
    await page.goto(`${site.origin('riverside')}/admin-school/classes`);
    await notice()
      .getByText(/ of Quillshelf looks around here until /u)
      .waitFor();
    await notice()
      .getByRole('button', { name: /^End this visit/u })
      .click();
    await notice().waitFor({ state: 'detached' });
    office.assertQuiet();
    await opened.page.goto(`${site.origin('riverside')}/admin-school/classes`);
    await opened.page.getByRole('heading', { name: 'Who is signing in?' }).waitFor();
    opened.forgive(/401/u);
    opened.assertQuiet();
  });
});
