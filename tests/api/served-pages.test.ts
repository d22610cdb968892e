import { gzipSync } from 'node:zlib';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { ContentPage } from '#contract/content/content-page.schema.ts';
import { contentEndpoints } from '#contract/content/content.endpoints.ts';
import { addressOf } from '#contract/content/content.rules.ts';
import { promises, welcomeTo } from '#contract/content/entrance.rules.ts';
import { outlineOf, textsOf } from '#contract/content/outline.rules.ts';
import { product } from '#contract/kit/product.ts';
import { pagesOfFile, shown, texts } from './served-pages.support.ts';

const { world, open } = pagesOfFile();

describe('a public page without JavaScript', () => {
  it('has its words in their order, as the app has them, and less than 25 kB: all pages', async () => {
    const visitors = texts.filter(({ head }) => head.for === 'everyone');
    let read = 0;
    for (const { kind, slug, parent } of visitors) {
      const answer = await world.request(
        { host: 'localhost', access: null },
        'GET',
        `/api/content/${kind}/${slug}/`,
      );
      if (answer.status === 404) continue;
      const page = v.parse(ContentPage, answer.body);
      const { words, html, status } = await open(addressOf({ kind, slug, parent }));
      expect([slug, status, gzipSync(html).length < 25_000]).toEqual([slug, 200, true]);
      // Tags between the runs of a line became blanks.
      const served = (words ?? '').replaceAll(' ', '');
      let from = 0;
      for (const text of textsOf(outlineOf(page))) {
        const wanted = text.replaceAll(/\s/gu, '');
        const at = served.indexOf(wanted, from);
        expect([text, at >= 0]).toEqual([text, true]);
        from = at + wanted.length;
      }
      read += 1;
    }
    expect(read).toBeGreaterThan(90);
  });

  it('says what it is to search engines and sharing cards', async () => {
    const { status, headers, html, title, canonical, served, meta, data } =
      await open('/courses/be-the-change');
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['x-robots-tag']).toBeUndefined();
    expect(title).toBe(`Be the change · ${product.name}`);
    expect(html).toContain('<html lang="en"');
    const summary = texts.find(({ slug }) => slug === 'be-the-change')?.head.summary;
    expect(meta('description')).toBe(summary);
    expect(meta('og:title')).toBe('Be the change');
    expect(meta('og:url')).toMatch(/^http:\/\/localhost(?::\d+)?\/courses\/be-the-change$/u);
    expect(canonical).toBe(meta('og:url'));
    const languages = [...html.matchAll(/hreflang="([^"]+)"/gu)].map(([, language]) => language);
    expect(languages).toEqual(['en', 'x-default']);
    const facts = v.parse(
      v.object({ '@graph': v.array(v.looseObject({ '@type': v.string() })) }),
      data('<script type="application/ld+json">'),
    );
    expect(facts['@graph']).toMatchObject([
      { '@type': 'Course', name: 'Be the change', timeRequired: 'PT240M' },
      { '@type': 'BreadcrumbList' },
    ]);
    // The lessons, and nothing that runs.
    expect(served).toContain('href="/courses/be-the-change/choose-a-goal"');
    const scripts = [...html.matchAll(/<script type="([^"]+)"/gu)].map(([, type]) => type);
    expect(scripts).toHaveLength(3);
    expect(new Set(scripts)).toEqual(new Set(['application/json', 'application/ld+json', 'module']));
  });

  it('is shared with the picture of its goal or kind, else with the mark of the app', async () => {
    const picture = async (address: string) => {
      const { meta } = await open(address);
      const [url = '', ...rest] = ['', ':type', ':width', ':height', ':alt'].map((part) =>
        meta(`og:image${part}`),
      );
      return [new URL(url ?? '').pathname, ...rest, meta('twitter:card')];
    };
    const wide = ['image/png', '1200', '630'];
    expect(await picture('/sdgs/6')).toEqual([
      '/assets/six.png',
      ...wide,
      'Drawing for goal 6 of the 17 global goals',
      'summary_large_image',
    ]);
    expect((await picture('/courses/write-a-book-to-change-the-world')).slice(0, 4)).toEqual([
      '/assets/course.png',
      ...wide,
    ]);
    // This build has no other.
    for (const address of ['/', '/library', '/about'])
      expect(await picture(address)).toEqual([
        '/icons/app/icon-512.png',
        'image/png',
        '512',
        '512',
        `Mark of ${product.name}`,
        'summary',
      ]);
  });

  it('is written for programs that take anything, and for no script of a browser', async () => {
    const ask = async (headers: Record<string, string>) =>
      await world.app.inject({ method: 'GET', url: '/sdgs/6', headers: { host: 'localhost', ...headers } });
    expect((await ask({ accept: '*/*' })).body).toContain('<div id="served"');
    expect((await ask({ accept: '*/*', 'sec-fetch-dest': 'empty' })).statusCode).toBe(404);
  });

  it('stands alone until the app has its page, but for one that is not there', async () => {
    // The style keeps the app unseen as long as this is right before it.
    for (const address of ['/', '/library', '/about'])
      expect((await open(address)).html).toMatch(/<\/div>\s*<div id="root">/u);
    const { html, served } = await open('/courses/no-such-course');
    expect(html).toMatch(
      /<noscript><div id="served"[^]*<\/div><style>[^<]*<\/style><\/noscript><div id="root">/u,
    );
    expect(served).toContain('href="/courses"');
  });

  it('says at the entrance what the app says there, each school in its own name', async () => {
    const places = [
      ['localhost', { school_name: product.name, is_platform: true, is_organization: false }],
      [
        world.greenfield.host,
        { school_name: world.greenfield.tenant.school_name, is_platform: false, is_organization: false },
      ],
    ] as const;
    for (const [host, place] of places) {
      const { words, heading, served } = await open('/', host);
      const { title, lead, findSchool, note } = welcomeTo(place);
      expect(heading).toBe(title);
      let from = 0;
      for (const text of [title, lead, findSchool ?? '', note, ...promises.map((each) => each.text)]) {
        const at = (words ?? '').indexOf(shown(text), from);
        expect([text, at >= 0]).toEqual([text, true]);
        from = at + text.length;
      }
      expect(served?.includes('href="/register"')).toBe(place.is_platform);
      expect(served).toContain('href="/login"');
      const library = await open('/library', host);
      expect(library.heading).toBe('Library');
      expect(library.words).toContain(`Books and stories at ${place.school_name}`);
      expect(library.html).toMatch(/<\/div>\s*<div id="root">/u);
    }
  });

  it('hands the app its answer to a visitor', async () => {
    const { data } = await open('/courses/be-the-change/choose-a-goal');
    const start =
      '<script type="application/json" id="served-data" data-path="/content/lesson/choose-a-goal/">';
    const page = await world.call({ host: 'localhost', access: null }, contentEndpoints.read, {
      params: { kind: 'lesson', slug: 'choose-a-goal' },
      query: {},
    });
    expect(data(start)).toEqual(page);
  });

  it('has the security headers of every page', async () => {
    const written = await open('/about');
    const plain = await open('/login');
    for (const name of ['content-security-policy', 'x-content-type-options', 'permissions-policy'])
      expect([name, written.headers[name]]).toEqual([name, plain.headers[name]]);
    expect(plain.served).toBeNull();
  });

  it('cannot be left by what stands in a text', async () => {
    const id = '01a0c0de-0000-7000-8000-000000000001';
    const { administrator } = world.testDatabase;
    const words = '</script><script>alert(1)</script>"><img src=x onerror=alert(1)> $& ${x}';
    await administrator.query(
      `insert into content_pages (tenant_id, id, kind, slug, shared, created_at) values ($1, $2, 'page', 'odd', true, now())`,
      [world.platform.id, id],
    );
    const block = {
      id: 'odd',
      kind: 'callout',
      document: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }] },
    };
    await administrator.query(
      `insert into content_versions (tenant_id, page_id, language, n, shared, head, blocks, words, made_at, live_from)
       values ($1, $2, 'en', 1, true, $3, $4, '', now(), now() - interval '1 day')`,
      [
        world.platform.id,
        id,
        JSON.stringify({ kind: 'page', title: words, summary: words }),
        JSON.stringify([block]),
      ],
    );
    const { html, heading, title, meta, data } = await open('/odd');
    expect(html.match(/<script/gu)).toHaveLength(3);
    expect(html).not.toContain('<img');
    expect([heading, meta('description'), title?.startsWith(words)]).toEqual([words, words, true]);
    expect(v.is(ContentPage, data('<script type="application/json" id="served-data"'))).toBe(true);
    // An editor cannot make a page at an address that the app has not.
    await administrator.query('delete from content_versions where page_id = $1', [id]);
    await administrator.query('delete from content_pages where id = $1', [id]);
  });
});

describe('a school', () => {
  it('shows the pages, named by it, and leaves search engines to the platform', async () => {
    const { greenfield, riverside } = world;
    for (const { host, tenant } of [greenfield, riverside]) {
      const { title, headers, canonical } = await open('/about', host);
      expect(title).toBe(`About ${product.name} · ${tenant.school_name}`);
      expect(headers['x-robots-tag']).toBe('noindex');
      expect(canonical).toMatch(/^http:\/\/localhost(?::\d+)?\/about$/u);
    }
  });

  it('that rests shows the app alone', async () => {
    const { administrator } = world.testDatabase;
    const { tenant, host } = world.riverside;
    await administrator.query('update tenants set suspended_at = now() where id = $1', [tenant.id]);
    expect((await open('/about', host)).served).toBeNull();
    await administrator.query('update tenants set suspended_at = null where id = $1', [tenant.id]);
    expect((await open('/about', host)).served).not.toBeNull();
  });
});
