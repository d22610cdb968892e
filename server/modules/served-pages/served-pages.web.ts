import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { calendarAddress, calendarOf } from '#contract/content/calendar.rules.ts';
import type { ContentPage } from '#contract/content/content-page.schema.ts';
import { contentProblems } from '#contract/content/content.problems.ts';
import { addressOf, listedBy, pagesAt } from '#contract/content/content.rules.ts';
import type { ContentCard } from '#contract/content/content.schema.ts';
import { drawingOf } from '#contract/content/drawings.rules.ts';
import { exampleAddress, promises, welcomeTo } from '#contract/content/entrance.rules.ts';
import { outlineOf } from '#contract/content/outline.rules.ts';
import { paths } from '#contract/kit/paths.ts';
import { product } from '#contract/kit/product.ts';
import { Language } from '#contract/works/works.schema.ts';
import type { WritePage, WrittenPage } from '#server/platform/web.ts';
import { createHtmlCache } from './html-cache.ts';
import { factsOf, jsonLd, languagesHead, organization, sharingHead } from './page-head.ts';
import { cardsHtml, escapeHtml, fillPage, outlineHtml, type PageParts } from './page-html.ts';
import { readSharingPictures } from './sharing-pictures.ts';
import { visit, type Site, type VisitOptions } from './visit.web.ts';

/** A page, and whether it reads the same until a page of its tenant changes. */
type Page = WrittenPage & { isSteady: boolean };

const homeDescription = 'Write, illustrate and read books and stories, with or without a network.';
const libraryDescription =
  'Books and stories that children wrote and drew, and old tales, to read without an account.';

/**
 * Writes public pages as HTML into the page of the app: title, description, what search engines and sharing cards read, and the words of
 * the page, which are there without JavaScript.
 * @param webRoot folder of the built web app
 */
export async function createPageWriter(webRoot: string, options: VisitOptions): Promise<WritePage> {
  const template = await readFile(path.join(webRoot, 'index.html'), 'utf8');
  const pictureOf = await readSharingPictures(webRoot);
  const { content } = options;
  const cache = createHtmlCache();

  async function writeContent(
    { asking, tenant, ownOrigin, platformOrigin }: Site,
    at: NonNullable<ReturnType<typeof pagesAt>>,
    language: string | undefined,
  ): Promise<Page | null> {
    const found = await content.find({ ...at, language }, asking);
    // What is for others the app shows once it knows who asks; at an address of one word an unknown page may be the app's own.
    if (!found && (at.kinds.includes('page') || (await content.find(at, { ...asking, reader: 'staff' }))))
      return null;
    if (!found) return missing();
    const { page } = found;
    const { card, head } = page;
    const origin = found.isOwn ? ownOrigin : platformOrigin;
    const kind = listedBy(card);
    const listed =
      kind === null
        ? page.children
        : (await content.list({ kind, limit: 200, offset: 0, search: '' }, asking)).results;
    const url = `${origin}${addressOf(card)}`;
    const query = language === undefined ? '' : `?language=${language}`;
    const isSteady = !page.blocks.some((block) => block.kind === 'numbers');
    return written(tenant, isSteady, {
      language: card.language,
      title: `${head.title} · ${tenant.is_platform ? product.name : tenant.school_name}`,
      description: head.summary,
      head: [
        sharingHead({
          type: card.kind === 'page' ? 'website' : 'article',
          title: head.title,
          description: head.summary,
          url,
          siteName: product.name,
          language: card.language,
          picture: pictureOf(drawingOf(card), origin),
        }),
        languagesHead(url, page.languages),
        jsonLd(...factsOf(page, origin)),
      ].join(''),
      body: [
        crumbsHtml(page.parent),
        outlineHtml(outlineOf(page)),
        calendarHtml(page),
        cardsHtml(listed),
      ].join(''),
      isWithoutScript: false,
      data: { path: `/content/${card.kind}/${card.slug}/${query}`, answer: page },
    });
  }

  function missing(): Page {
    const html = fillPage(template, {
      language: 'en',
      title: `Page not found · ${product.name}`,
      description: contentProblems.not_found.error,
      head: '',
      body: `${crumbsHtml(null)}<h1>Page not found</h1><p>${escapeHtml(contentProblems.not_found.error)}</p>`,
      isWithoutScript: true,
      data: null,
    });
    // Anybody can think of addresses, so they push nothing out of the cache.
    return { status: 404, html, robots: 'noindex', isSteady: false };
  }

  /** `/` and `/library`. Who is signed in comes by the service worker, and sees none of it. */
  async function writeEntrance(site: Site, address: '/' | '/library'): Promise<Page> {
    const { asking, tenant, ownOrigin: origin } = site;
    const isHome = address === '/';
    const name = tenant.is_platform ? product.name : tenant.school_name;
    const title = isHome ? name : `Library · ${name}`;
    const description = isHome ? homeDescription : libraryDescription;
    const pages = await content.list({ kind: 'page', limit: 200, offset: 0, search: '' }, asking);
    const sharing = {
      type: 'website',
      title,
      description,
      url: `${origin}${address}`,
      siteName: product.name,
    };
    const picture = pictureOf('kinds/page', origin);
    return written(tenant, true, {
      language: 'en',
      title,
      description,
      head: [
        sharingHead({ ...sharing, language: 'en', picture }),
        jsonLd(organization(origin), { '@type': 'WebSite', name: product.name, url: `${origin}/` }),
      ].join(''),
      body: `${crumbsHtml(null)}${isHome ? homeHtml(site, pages.results) : libraryHtml(tenant.school_name)}`,
      isWithoutScript: false,
      data: null,
    });
  }

  /** A school that has not opened its shelf to strangers is in no search engine. */
  function written(tenant: Site['tenant'], isSteady: boolean, parts: PageParts): Page {
    const robots = tenant.is_platform ? null : 'noindex';
    return { status: 200, html: fillPage(template, parts), robots, isSteady };
  }

  /** Writes a page, or takes it from the cache for a visitor: who brings a cookie or a token goes past it both ways. */
  async function cached(
    { headers }: FastifyRequest,
    site: Site,
    { pathname, language }: { pathname: string; language: string | undefined },
    write: () => Promise<Page | null>,
  ): Promise<WrittenPage | null> {
    if (headers.cookie !== undefined || headers.authorization !== undefined) return await write();
    const { asking, tenant, ownOrigin, platformOrigin } = site;
    const key = JSON.stringify([
      asking.tenantId,
      pathname,
      language,
      tenant.school_name,
      tenant.is_organization,
      ownOrigin,
      platformOrigin,
    ]);
    // Asked before the page is read: what changes meanwhile makes the entry old, never young.
    const version = await content.shownVersion(asking);
    const known = cache.find(key, version);
    if (known !== undefined) return known;
    const page = await write();
    if (page === null || page.isSteady) cache.keep(key, version, page);
    return page;
  }

  return async (request) => {
    const { pathname, searchParams } = new URL(request.url, 'http://page');
    const at = pagesAt(pathname);
    const isEntrance = pathname === '/' || pathname === '/library';
    if (!at && !isEntrance) return null;
    const asked = v.safeParse(Language, searchParams.get('language'));
    const language = asked.success ? asked.output : undefined;
    const page = await visit(request, options, (site) =>
      cached(request, site, { pathname, language }, () =>
        at && !isEntrance
          ? writeContent(site, at, language)
          : writeEntrance(site, pathname === '/' ? '/' : '/library'),
      ),
    );
    searchParams.delete('language');
    // A list with filters is the same list again.
    return page && searchParams.size > 0 ? { ...page, robots: 'noindex' } : page;
  };
}

/** What the app says to visitors at `/`, with the public pages in the place of the shelf. */
function homeHtml({ tenant, platformOrigin }: Site, pages: readonly ContentCard[]): string {
  const { title, lead, findSchool, note } = welcomeTo(tenant);
  const example = exampleAddress(new URL(platformOrigin).host);
  const link = (to: string, label: string) => `<a href="${to}">${label}</a>`;
  const signIn = link(paths.signIn(), 'Sign in');
  return [
    `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(lead)}</p>`,
    findSchool === null ? '' : `<p>${escapeHtml(findSchool)} <b>${escapeHtml(example)}</b>.</p>`,
    `<p>${tenant.is_platform ? `${link(paths.register(), 'Register your school')} ` : ''}${signIn}</p>`,
    `<p>${escapeHtml(note)}</p>`,
    cardsHtml(pages),
    ...promises.map((each) => `<h2>${escapeHtml(each.title)}</h2><p>${escapeHtml(each.text)}</p>`),
  ].join('');
}

/** No title of a work stands here: some are of children, and this page is kept. */
const libraryHtml = (name: string) =>
  `<h1>Library</h1><p>${escapeHtml(`Books and stories at ${name}`)}</p><p>${escapeHtml(libraryDescription)}</p>`;

/** The way to an event's file for calendars. */
function calendarHtml(page: ContentPage): string {
  const file = calendarOf(page, { origin: '', now: new Date(page.live_from) });
  return file === null
    ? ''
    : `<p><a href="${calendarAddress(page.card.slug)}">Put it into my calendar</a></p>`;
}

function crumbsHtml(parent: ({ title: string } & Parameters<typeof addressOf>[0]) | null): string {
  const links = [
    ['/', product.name],
    ['/library', 'Library'],
    ['/courses', 'Courses'],
    ['/about', 'About'],
  ];
  if (parent) links.push([addressOf(parent), parent.title]);
  return `<nav>${links.map(([to = '', name = '']) => `<a href="${escapeHtml(to)}">${escapeHtml(name)}</a>`).join('')}</nav>`;
}

/** What search engines ask for first. A host of a school is open to them, so that they read `noindex` there, and has no map. */
export function serveCrawlers(app: FastifyInstance, options: VisitOptions): void {
  app.get('/robots.txt', async (request, reply) => {
    const origin = await visit(request, options, async ({ tenant, platformOrigin }) =>
      tenant.is_platform ? platformOrigin : null,
    );
    const map = origin === null ? '' : `\nSitemap: ${origin}/sitemap.xml\n`;
    return await reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(`User-agent: *\nAllow: /\n${map}`);
  });

  app.get<{ Params: { slug: string } }>('/live/:slug(^[a-z0-9-]+).ics', async (request, reply) => {
    const { slug } = request.params;
    const file = await visit(request, options, async ({ asking, ownOrigin }) => {
      const found = await options.content.find({ kinds: ['event'], slug }, asking);
      return found && calendarOf(found.page, { origin: ownOrigin, now: asking.now });
    });
    if (file === null) return reply.callNotFound();
    return await reply
      .type('text/calendar; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-disposition', `attachment; filename="${slug}.ics"`)
      .header('x-robots-tag', 'noindex')
      .send(file);
  });

  app.get('/sitemap.xml', async (request, reply) => {
    const entries = await visit(request, options, async ({ asking, tenant, platformOrigin: origin }) => {
      if (!tenant.is_platform) return null;
      const pages = await options.content.listWithMoments(asking);
      return [
        { url: `${origin}/`, changed: null },
        { url: `${origin}/library`, changed: null },
        ...pages
          .filter(({ card }) => card.slug !== 'dear-world-book')
          .map(({ card, live_from }) => ({ url: `${origin}${addressOf(card)}`, changed: live_from })),
      ];
    });
    if (!entries) return reply.callNotFound();
    const urls = entries.map(({ url, changed }) => {
      const lastmod = changed === null ? '' : `<lastmod>${changed.toISOString()}</lastmod>`;
      return `<url><loc>${escapeHtml(url)}</loc>${lastmod}</url>`;
    });
    return await reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`,
      );
  });
}
