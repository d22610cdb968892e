import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { pagesOfFile, unescaped } from './served-pages.support.ts';
import { isAddressOf, patternsOfApp } from '../support/app-addresses.ts';

const { world, open } = pagesOfFile();

describe('an address', () => {
  it.each(['/courses/no-such-course', '/sdgs/18', '/live/nothing', '/courses/be-the-change/find-an-idea'])(
    'that no page has answers 404 with the app: %s',
    async (address) => {
      const { status, headers, html, heading } = await open(address);
      expect([status, headers['x-robots-tag']]).toEqual([404, 'noindex']);
      expect(html).toContain('<div id="root">');
      expect(heading).toBe('Page not found');
    },
  );

  it('of the app alone is as before', async () => {
    for (const address of ['/login', '/dashboard', '/cart']) {
      const { status, served } = await open(address);
      expect([status, served]).toEqual([200, null]);
    }
    const file = await world.app.inject({
      method: 'GET',
      url: '/courses/x.js',
      headers: { host: 'localhost' },
    });
    expect(file.statusCode).toBe(404);
    expect(file.body).toBe('Not found');
  });

  it('of a page for staff tells a visitor nothing, and is no mistake', async () => {
    const { status, html } = await open('/courses/review-kindly');
    expect(status).toBe(200);
    expect(html).not.toContain('Review kindly');
  });

  it('of a list with filters is not listed, nor is a book', async () => {
    expect((await open('/courses?goal=6')).headers['x-robots-tag']).toBe('noindex');
    expect((await open('/library/the-hen')).headers['x-robots-tag']).toBe('noindex, noimageindex');
    expect((await open('/library')).headers['x-robots-tag']).toBeUndefined();
  });

  it('at nobody’s host is the app alone', async () => {
    const { status, served } = await open('/about', 'nobody.localhost');
    expect([status, served]).toEqual([200, null]);
  });
});

describe('no page', () => {
  const administrator = () => world.testDatabase.administrator;
  const textBlock = (words: string, audience = 'everyone') => ({
    id: `block-${audience}`,
    kind: 'callout',
    for: audience,
    document: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }] },
  });

  /** A page of the platform with one version. */
  async function putPage(slug: string, words: string, from: string | null, blocks: unknown[]) {
    const id = uuidv7();
    await administrator().query(
      `insert into content_pages (tenant_id, id, kind, slug, shared, created_at) values ($1, $2, 'event', $3, true, now())`,
      [world.platform.id, id, slug],
    );
    await administrator().query(
      `insert into content_versions (tenant_id, page_id, language, n, shared, head, blocks, words, made_at, live_from)
       values ($1, $2, 'en', 1, true, $3, $4, '', now(), now() + $5::interval)`,
      [
        world.platform.id,
        id,
        JSON.stringify({ kind: 'event', title: words, summary: words, day: '03-22', all_day: true }),
        JSON.stringify(blocks),
        from,
      ],
    );
    return id;
  }

  it('for visitors, no list and no map has what is not for them: drafts, the future, words for staff', async () => {
    const id = await putPage('shown', 'Shown to all', '-1 day', [
      textBlock('Words for all'),
      textBlock('Canary-staff', 'staff'),
    ]);
    await putPage('canary-future', 'Canary-future', '2 days', [textBlock('Canary-future')]);
    await putPage('canary-unpublished', 'Canary-unpublished', null, [textBlock('Canary-unpublished')]);
    await administrator().query(
      `insert into content_drafts (tenant_id, page_id, language, head, blocks, updated_by, updated_at)
       values ($1, $2, 'en', '{"title": "Canary-draft"}', '[]', $3, now())`,
      [world.platform.id, id, world.platformAdmin.id],
    );
    for (const host of ['localhost', world.greenfield.host, world.riverside.host]) {
      const page = await open('/live/shown', host);
      expect(page.words).toContain('Words for all');
      const read = [page, await open('/live', host), await open('/', host)].map(({ html }) => html);
      for (const slug of ['canary-future', 'canary-unpublished']) {
        const { status, served } = await open(`/live/${slug}`, host);
        expect([slug, status]).toEqual([slug, 404]);
        read.push(served ?? '');
      }
      const map = await world.app.inject({ method: 'GET', url: '/sitemap.xml', headers: { host } });
      expect([...read, map.body].join(' ')).not.toMatch(/canary-/iu);
    }
  });

  it('has a dead link, or brings anything from another host', async () => {
    const map = await world.app.inject({
      method: 'GET',
      url: '/sitemap.xml',
      headers: { host: 'localhost' },
    });
    const seen = new Set(
      [...map.body.matchAll(/<loc>([^<]+)<\/loc>/gu)].map(([, url = '']) => new URL(url).pathname),
    );
    expect(seen.size).toBeGreaterThan(90);
    const dead: string[] = [];
    // What is found on the way is looked at, too.
    for (const address of seen) {
      const { status, html, served } = await open(address);
      if (status !== 200) dead.push(address);
      for (const [, target = ''] of (served ?? '').matchAll(/ href="([^"]+)"/gu))
        if (target.startsWith('/')) seen.add(new URL(unescaped(target), 'http://localhost').pathname);
      // All that a browser fetches by itself; links of people lead where they like.
      const fetched = [...html.matchAll(/<(?!a |meta )[^>]* (?:src|href|action|poster|srcset)="([^"]+)"/gu)]
        .map(([tag, url = '']) => ({ tag, url: new URL(url, 'http://localhost') }))
        .filter(({ tag }) => !/rel="(?:canonical|alternate)"/u.test(tag));
      expect(fetched.filter(({ url }) => url.hostname !== 'localhost')).toEqual([]);
    }
    expect(dead).toEqual([]);
    expect(
      [...seen].filter((address) => !patternsOfApp.some((pattern) => isAddressOf(pattern, address))),
    ).toEqual([]);
  });
});

describe('search engines', () => {
  const get = async (url: string, host: string) => {
    const { statusCode, body } = await world.app.inject({ method: 'GET', url, headers: { host } });
    return { status: statusCode, body };
  };

  it('find all pages for visitors in the map of the platform, and none in that of a school', async () => {
    const map = await get('/sitemap.xml', 'localhost');
    const places = [...map.body.matchAll(/<loc>([^<]+)<\/loc>/gu)].map(
      ([, url = '']) => new URL(url).pathname,
    );
    expect(places).toEqual(
      expect.arrayContaining(['/', '/about', '/sdgs/17', '/courses/be-the-change/find-out']),
    );
    expect(places).not.toContain('/courses/review-kindly');
    expect((await get('/robots.txt', 'localhost')).body).toMatch(
      /Sitemap: http:\/\/localhost\S*\/sitemap\.xml/u,
    );
    expect((await get('/sitemap.xml', world.greenfield.host)).status).toBe(404);
    expect((await get('/robots.txt', world.greenfield.host)).body).toBe('User-agent: *\nAllow: /\n');
  });
});
