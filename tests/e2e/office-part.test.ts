import { describe, expect, it } from 'vitest';
import { newPage } from '../support/browser.ts';
import { missingOf } from '../support/kept-parts.ts';
import { signInAt } from '../support/sign-in.ts';
import { siteOfFile } from '../support/site-of-file.ts';

const site = siteOfFile();

describe('the pages that only staff use', () => {
  it('are not fetched for those who are not staff, and stand without a network where staff signed in', async () => {
    const context = await site.newContext();
    const { page, forgive, assertQuiet } = await newPage(context);
    const origin = site.origin('greenfield');
    await page.goto(`${origin}/login`);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    expect((await missingOf(page, 'office')).length).toBeGreaterThan(10);

    await signInAt(page, origin, 'teacher@greenfield.test');
    await expect.poll(() => missingOf(page, 'office')).toEqual([]);
    // What is on its way when the network goes would be missed.
    await page.getByRole('heading', { level: 2, name: 'New on the shelf' }).waitFor();

    await context.setOffline(true);
    await page.goto(`${origin}/dashboard?option=Tablets`);
    await page.getByRole('heading', { level: 1, name: 'Tablets' }).waitFor();
    await page.getByText('There is no network right now').waitFor();
    forgive(/ERR_INTERNET_DISCONNECTED/u);
    assertQuiet();
    await context.close();
  });
});
