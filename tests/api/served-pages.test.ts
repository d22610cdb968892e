import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { uuidv7 } from 'uuidv7';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentEndpoints } from '#contract/content/content.endpoints.ts';
import { ContentPage } from '#contract/content/content-page.schema.ts';
import { addressOf } from '#contract/content/content.rules.ts';
import { promises, welcomeTo } from '#contract/content/entrance.rules.ts';
import { outlineOf, textsOf } from '#contract/content/outline.rules.ts';
import { product } from '#contract/kit/product.ts';
import { putTexts } from '#server/modules/content/put-texts.ts';
import { readTexts } from '#server/modules/content/shipped-texts.ts';
import { appPages, pageAt } from '../architecture/app-pages.ts';
import { readProject } from '../architecture/import-graph.ts';
import { openApiWorld, type ApiWorld } from '../support/api-world.ts';

let world: ApiWorld;
let webRoot: string;
const project = fileURLToPath(new URL('../..', import.meta.url));
const texts = await readTexts(path.join(project, 'server/modules/content/pages'));

beforeAll(async () => {
  webRoot = await mkdtemp(path.join(tmpdir(), 'quillshelf-web-'));
  const page = await readFile(path.join(project, 'index.html'), 'utf8');
  await writeFile(path.join(webRoot, 'index.html'), page.replaceAll('%PRODUCT_NAME%', product.name));
  await writeFile(
    path.join(webRoot, 'sharing-pictures.json'),
    JSON.stringify({ 'goals/6': '/assets/six.png', 'kinds/course': '/assets/course.png' }),
  );
  world = await openApiWorld({ webRoot });
  await putTexts(world.context.database, texts, world.clock.now());
});

afterAll(async () => {
  await world.close();
  await rm(webRoot, { recursive: true, force: true });
});

const signs: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};
const unescaped = (html: string) =>
  html.replaceAll(/&(?:lt|gt|quot|#39|amp);/gu, (sign) => signs[sign] ?? sign);

/** Text without runs of white space, which HTML does not show. */
const shown = (text: string) => text.replaceAll(/\s+/gu, ' ').trim();

async function open(address: string, host = 'localhost') {
  const answer = await world.app.inject({
    method: 'GET',
    url: address,
    headers: { host, accept: 'text/html,*/*' },
  });
  const html = answer.body;
  const first = (pattern: RegExp) => {
    const [, found] = pattern.exec(html) ?? [];
    return found === undefined ? null : unescaped(found);
  };
  const served = /<div id="served"[^>]*>([^]*?)<\/div>/u.exec(html)?.[1] ?? null;
  return {
    status: answer.statusCode,
    headers: answer.headers,
    html,
    /** Inner HTML of what was written; null where the page is the app alone. */
    served,
    /** Its text. */
    words: served === null ? null : shown(unescaped(served.replaceAll(/<[^>]+>/gu, ' '))),
    title: first(/<title>([^<]*)</u),
    canonical: first(/<link rel="canonical" href="([^"]*)"/u),
    heading: first(/<h1>([^<]*)</u),
    meta: (name: string) => first(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`, 'u')),
    /** Content of a block of data; it holds no `<`. */
    data: (start: string): unknown => {
      const at = html.indexOf(start);
      const from = html.indexOf('>', at) + 1;
      return at === -1 ? null : JSON.parse(html.slice(from, html.indexOf('<', from)));
    },
  };
}

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
    const pages = appPages(readProject());
    expect([...seen].filter((address) => pageAt(pages, address) === null)).toEqual([]);
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
