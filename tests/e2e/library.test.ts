import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { newPage } from '../support/browser.ts';
import { gate } from '../support/gate.ts';
import { missingOf } from '../support/kept-parts.ts';
import { signInAt } from '../support/sign-in.ts';
import { siteOfFile } from '../support/site-of-file.ts';
import { expectWellMade } from '../support/well-made.ts';

const site = siteOfFile();

const work = (page: Page, name: RegExp) => page.getByRole('link', { name }).first();

/** Whether each picture that is in sight has come, by what it shows. */
function missingPictures(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.images]
      .filter(({ complete, naturalWidth, loading }) => loading !== 'lazy' && !(complete && naturalWidth > 0))
      .map(({ alt }) => alt),
  );
}

describe('the library', () => {
  it('is read by a visitor: from the shelf to the last page, by search, tap and key', async () => {
    const context = await site.newContext({ reducedMotion: 'reduce' });
    const { page, assertQuiet } = await newPage(context);
    await page.goto(`${site.origin('greenfield')}/library`);
    await page.getByRole('region', { name: 'New on the shelf' }).waitFor();
    await expectWellMade(page);

    await page.getByRole('searchbox', { name: 'Search the library' }).fill('pussy');
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Books and stories' }).waitFor();
    await work(page, /The Owl and the Pussy-Cat/u).click();
    await page.getByRole('heading', { level: 1, name: 'The Owl and the Pussy-Cat' }).waitFor();
    await expectWellMade(page);

    await page.getByRole('link', { name: 'Read' }).click();
    await page.getByText('In a beautiful pea-green boat,').waitFor();
    await page.getByRole('img', { name: 'An owl and a cat sail in a green boat by moonlight.' }).waitFor();
    await expectWellMade(page);
    expect(await page.getByRole('contentinfo').count()).toBe(0);
    await page.keyboard.press('ArrowRight');
    await page.getByText('You elegant fowl!').waitFor();
    await page.getByRole('link', { name: 'Next' }).click();
    await page.getByText('The end').waitFor();
    expect(await missingPictures(page)).toEqual([]);
    await expect.poll(() => missingOf(page, 'library')).toEqual([]);
    assertQuiet();
    await context.close();
  });

  it('asks for its code while it asks whose address it is, and for none of a class', async () => {
    const context = await site.newContext({ hasWorkers: false });
    const { page, assertQuiet } = await newPage(context);
    const scripts: string[] = [];
    page.on('requestfinished', (request) => {
      const [, name] = /\/assets\/(.+)-[\w-]{7}[.]js$/u.exec(request.url()) ?? [];
      if (name !== undefined) scripts.push(name);
    });
    const answer = gate();
    await page.route('**/api/current-tenant**', async (route) => {
      await answer.passed;
      await route.continue();
    });
    await page.goto(`${site.origin('greenfield')}/library`);
    await expect.poll(() => scripts).toContain('library.screen');
    // The words that the server wrote stand until then.
    expect(await page.locator('#root').getByRole('heading', { level: 1 }).count()).toBe(0);
    answer.open();
    await page.getByRole('region', { name: 'New on the shelf' }).waitFor();
    // What lists of children are made of is three times the library itself.
    for (const name of ['classroom', 'students.mutations']) expect(scripts).not.toContain(name);
    expect(scripts.filter((name) => name.startsWith('part') && !name.includes('lib'))).toEqual([]);
    assertQuiet();
    await context.close();
  });

  it('shows a teacher what is for the school alone, with its pictures, and a visitor nothing of it', async () => {
    const context = await site.newContext({ hasWorkers: false, reducedMotion: 'reduce' });
    const { page, forgive, assertQuiet } = await newPage(context);
    const origin = site.origin('greenfield');
    await page.goto(`${origin}/library/dragons-do-not-like-soup`);
    await page.getByText('There is no such book or story here').waitFor();
    // The browser writes each refusal down.
    expect(forgive(/404/u)).toBeGreaterThan(0);
    await signInAt(page, origin, 'lead@greenfield.test');
    await page.goto(`${origin}/library/dragons-do-not-like-soup/1`);
    await page.getByText('A dragon came to dinner. Mum made soup.').waitFor();
    const picture = page.getByRole('img', { name: 'A dragon and a bowl of soup.' });
    await picture.waitFor();
    // Fetched with the token, and shown from memory.
    expect(await picture.getAttribute('src')).toMatch(/^blob:/u);
    assertQuiet();
    await context.close();
  });
});
