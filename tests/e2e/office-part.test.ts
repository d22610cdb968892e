import { describe, expect, it } from 'vitest';
import { newPage } from '../support/browser.ts';
import { localDrafts } from '../support/local-drafts-here.ts';
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
    await page.getByText('Quillshelf cannot be reached right now').waitFor();
    forgive(/ERR_INTERNET_DISCONNECTED/u);
    assertQuiet();
    await context.close();
  });

  it('show the lists of works as they were seen last, and say that they are', async () => {
    const context = await site.newContext();
    const { page, forgive, assertQuiet } = await newPage(context);
    const origin = site.origin('greenfield');
    await signInAt(page, origin, 'admin@greenfield.test');
    await expect.poll(() => missingOf(page, 'office')).toEqual([]);
    const book = page.getByRole('row', { name: /Dragons Do Not Like Soup/u });
    await page.goto(`${origin}/admin-school/books?q=dragons`);
    await book.waitFor();
    await page.getByRole('button', { name: /^Actions for Dragons/u }).waitFor();
    // It is kept when it is shown, and a moment later it is on the device.
    await expect
      .poll(() => localDrafts(page))
      .toContainEqual(expect.stringMatching(/ seen catalogue book$/u));

    await context.setOffline(true);
    await page.reload();
    await page.getByText(/^Quillshelf cannot be reached right now, so this is how it was/u).waitFor();
    await book.waitFor();
    expect(await page.getByRole('button', { name: /^Actions for Dragons/u }).count()).toBe(0);
    // Of another question nothing was seen.
    await page.goto(`${origin}/admin-school/books?q=robot`);
    await page.getByText(/^The list is kept at your school/u).waitFor();
    await context.setOffline(false);
    await page.getByRole('heading', { level: 1, name: 'Books' }).waitFor();
    forgive(/ERR_INTERNET_DISCONNECTED/u);
    assertQuiet();
    await context.close();
  });
});
