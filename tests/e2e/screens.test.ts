import type { BrowserContext } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPage, type RecordedPage } from '../support/browser.ts';
import { signInAt } from '../support/sign-in.ts';
import { siteOfFile } from '../support/site-of-file.ts';
import { expectWellMade } from '../support/well-made.ts';

const site = siteOfFile();

async function open(context: BrowserContext, path: string, school = 'greenfield'): Promise<RecordedPage> {
  const opened = await newPage(context);
  await opened.page.goto(`${site.origin(school)}${path}`);
  await opened.page.getByRole('heading', { level: 1 }).first().waitFor();
  return opened;
}

describe('at every width and in every colour scheme', () => {
  let context: BrowserContext;

  beforeAll(async () => {
    context = await site.newContext({ hasWorkers: false, reducedMotion: 'reduce' });
  });

  afterAll(() => context.close());

  it.each(['/', '/login', '/nothing-here'])('%s is well made for a visitor', async (path) => {
    const opened = await open(context, path);
    await expectWellMade(opened.page);
    opened.assertQuiet();
    await opened.page.close();
  });

  it('the platform’s own site is well made', async () => {
    const opened = await newPage(context);
    await opened.page.goto(site.origin());
    await opened.page.getByRole('heading', { level: 1 }).first().waitFor();
    await expectWellMade(opened.page);
    opened.assertQuiet();
    await opened.page.close();
  });
});

describe('those who look after many schools', () => {
  let context: BrowserContext;

  beforeAll(async () => {
    context = await site.newContext({ reducedMotion: 'reduce' });
  });

  afterAll(() => context.close());

  it('have well-made pages in an organization, and in a school that they visit', async () => {
    const opened = await newPage(context);
    const { page } = opened;
    await signInAt(page, site.origin('brightfutures'), 'org@brightfutures.test');
    await expectWellMade(page);
    await page.goto(`${site.origin('brightfutures')}/admin-organization`);
    await page.locator('dl[aria-busy="false"]').waitFor();
    await expectWellMade(page);
    await page.goto(`${site.origin('brightfutures')}/admin-organization/schools?q=nowhere`);
    await page.getByText('No schools match “nowhere”').waitFor();
    await expectWellMade(page);
    await page.getByText('Clear search', { exact: true }).click();
    await page.getByText('Greenfield Primary').waitFor();
    await expectWellMade(page);
    await page.getByRole('button', { name: /^Open this school/u }).click();
    await page.getByRole('heading', { name: 'Open Greenfield Primary?' }).waitFor();
    await expectWellMade(page);
    await page.getByRole('button', { name: 'Open this school', exact: true }).click();
    await page.getByRole('region', { name: 'Your visit' }).waitFor();
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await expectWellMade(page);
    await page.goto(`${site.origin('greenfield')}/`);
    await page.getByText('as a guest from').waitFor();
    await expectWellMade(page);
    opened.assertQuiet();
    await page.close();
  });

  it('have well-made pages on the platform, and are told kindly of a link that is no good', async () => {
    const opened = await newPage(context);
    const { page } = opened;
    await signInAt(page, site.origin(), 'platform@quillshelf.test');
    await page.goto(`${site.origin()}/admin-panel`);
    await page.locator('dl[aria-busy="false"]').waitFor();
    await expectWellMade(page);
    await page.goto(`${site.origin()}/admin-panel/all-tenants`);
    await page.getByText('Riverside School').waitFor();
    await expectWellMade(page);
    await page.getByRole('link', { name: 'Edit Riverside School' }).click();
    await page.waitForURL(/\/admin-panel\/tenant\/[-\da-f]+$/u);
    await page.getByLabel('Mode switchboard').waitFor();
    await expectWellMade(page);
    await page.goto(`${site.origin()}/admin-panel/tenant`);
    await page.getByRole('button', { name: 'Add', exact: true }).waitFor();
    await page.goto(`${site.origin('riverside')}/login/v_${'x'.repeat(43)}`);
    await page.getByRole('heading', { name: 'This link does not work any more' }).waitFor();
    await expectWellMade(page);
    expect(opened.forgive(/410/u)).toBe(1);
    opened.assertQuiet();
    await page.close();
  });

  it('are told so where their pages wait for the network, and see no empty page', async () => {
    const opened = await newPage(context);
    const { page } = opened;
    for (const [origin, area] of [
      [site.origin(), 'admin-panel'],
      [site.origin('brightfutures'), 'admin-organization'],
    ] as const) {
      await context.setOffline(false);
      await page.goto(`${origin}/`);
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      await context.setOffline(true);
      await page.goto(`${origin}/${area}`);
      await page.getByText('Quillshelf cannot be reached right now').first().waitFor();
      // Nobody is asked to sign in again for it.
      expect(new URL(page.url()).pathname).toMatch(new RegExp(`^/${area}(/|$)`, 'u'));
    }
    // What Chromium itself writes of calls, and of code that was never fetched.
    opened.forgive(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|dynamically imported module|Unable to preload CSS/u);
    opened.assertQuiet();
    await page.close();
  });
});
