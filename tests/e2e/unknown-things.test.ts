import type { Locator, Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { product } from '#contract/kit/product.ts';
import { isAddressOf, patternsOfApp } from '../support/app-addresses.ts';
import { becomesReady } from '../support/becomes-ready.ts';
import { newPage } from '../support/browser.ts';
import { everyPage, lookers, type Looker, type LookerName } from '../support/every-page.ts';
import { signInAt } from '../support/sign-in.ts';
import { siteOfFile } from '../support/site-of-file.ts';

/* What a page says where nobody knows what its address names, and where it leads back to. From the table of all pages, so that a new one is
   asked by itself. */

const unknown = '019a0000-0000-7000-8000-00000000dead';
const site = siteOfFile({ hasWorkers: false });

const names = Object.keys(lookers) as LookerName[];

/** Each page that names something in its address, by all who look at such a page. */
const inPaths = patternsOfApp
  .filter((pattern) => pattern.includes('/:'))
  .flatMap((pattern) => {
    const looked = everyPage.filter(({ at }) => isAddressOf(pattern, at.split('?')[0] ?? ''));
    const at = pattern.replaceAll(/:\w+\??/gu, unknown);
    return [...new Set(looked.map(({ by }) => by))].map((by) => ({ by, at }));
  });

/** Those that the query names. */
const inQueries: readonly { by: LookerName; at: string }[] = [
  { by: 'student', at: `/upload-blog?story=${unknown}` },
  { by: 'student', at: `/storyedit?story=${unknown}` },
  { by: 'teacher', at: `/dashboard?option=Teacher%20Dashboard&id=${unknown}` },
  { by: 'teacher', at: `/dashboard?option=Stories&story=${unknown}` },
  { by: 'lead', at: `/dashboard?option=Students&student=${unknown}` },
  { by: 'office', at: `/admin-school/reviews?story=${unknown}` },
  { by: 'office', at: `/admin-school/requests?id=${unknown}` },
  { by: 'platform', at: `/admin-panel/requests?id=${unknown}` },
];

const asked = [...inPaths, ...inQueries];

/** Pages that are no entry of the menu, and by which name they lead back. */
const children: readonly { by: LookerName; at: string; parent: string }[] = [
  { by: 'platform', at: '/admin-panel/userprofile', parent: 'All users' },
  { by: 'platform', at: '/admin-panel/view-book', parent: 'All books' },
  { by: 'platform', at: '/admin-panel/all-charities', parent: 'Causes' },
];

/** What a page has beside the menu of its area. */
async function contentOf(page: Page): Promise<Locator> {
  const content = page.locator('#content');
  return (await content.count()) > 0 ? content : page.getByRole('main');
}

describe.each(names.filter((name) => asked.some(({ by }) => by === name)))('to the %s', (who) => {
  const looker: Looker = lookers[who];
  let page: Page;

  beforeAll(async () => {
    ({ page } = await newPage(await site.newContext({ reducedMotion: 'reduce' })));
    const { tenant, name, password } = looker;
    if (name !== null)
      await signInAt(page, site.origin(tenant), name, password === undefined ? {} : { password });
  });

  it.each(asked.filter(({ by }) => by === who))(
    '$at says so by its title, and leads back',
    async ({ at }) => {
      await page.goto(`${site.origin(looker.tenant)}${at}`);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await becomesReady(page);
      const main = page.getByRole('main');
      const loading = main
        .getByRole('status', { name: 'Loading' })
        .or(main.getByText('Loading', { exact: true }));
      await expect.poll(() => loading.count()).toBe(0);
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
      expect(['', product.name]).not.toContain(await page.title());
      const shown = await contentOf(page);
      expect(await shown.getByRole('link').count()).toBeGreaterThan(0);
      expect(await shown.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    },
  );

  it.each(children.filter(({ by }) => by === who))('$at leads back to $parent', async ({ at, parent }) => {
    await page.goto(`${site.origin(looker.tenant)}${at}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    const way = (await contentOf(page)).getByRole('link', { name: parent, exact: true });
    await expect.poll(() => way.count()).toBe(1);
  });
});
