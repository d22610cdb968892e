import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ContentBlock } from '#contract/content/blocks.schema.ts';
import { contentEndpoints } from '#contract/content/content.endpoints.ts';
import { contentProblems } from '#contract/content/content.problems.ts';
import type { ContentKind } from '#contract/content/content.rules.ts';
import { product } from '#contract/kit/product.ts';
import { libraryEndpoints } from '#contract/works/library.endpoints.ts';
import { putTexts } from '#server/modules/content/put-texts.ts';
import { readTexts, type ShippedText } from '#server/modules/content/shipped-texts.ts';
import { inTenant } from '#server/platform/database.ts';
import type { Caller } from '../support/api-world.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();
const texts = await readTexts(fileURLToPath(new URL('../../server/modules/content/pages', import.meta.url)));

const visitorOf = (host: string): Caller => ({ host, access: null });
const day = 24 * 60 * 60 * 1000;

beforeAll(() => put(texts));

const put = (each: readonly ShippedText[]) => putTexts(world.context.database, each, world.clock.now());

async function slugsFor(caller: Caller, query: Record<string, string> = {}): Promise<string[]> {
  const { results } = await world.call(caller, contentEndpoints.list, { query: { limit: 200, ...query } });
  return results.map(({ kind, slug }) => `${kind}/${slug}`);
}

const read = (caller: Caller, kind: ContentKind, slug: string) =>
  world.call(caller, contentEndpoints.read, { params: { kind, slug }, query: {} });

const textBlock = (id: string, words: string, audience: ContentBlock['for'] = 'everyone'): ContentBlock => ({
  id,
  kind: 'text',
  for: audience,
  document: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }] },
});

/** A page as an editor made it, of the platform or of a school. */
async function makePage(
  tenantId: string,
  slug: string,
  versions: readonly {
    words: string;
    from: Date | null;
    until?: Date;
    blocks?: ContentBlock[];
    by?: string;
    language?: string;
  }[],
  id = uuidv7(),
): Promise<string> {
  const { administrator } = world.testDatabase;
  const shared = tenantId === world.platform.id;
  await administrator.query(
    `insert into content_pages (tenant_id, id, kind, slug, shared, created_at) values ($1, $2, 'page', $3, $4, now())
     on conflict do nothing`,
    [tenantId, id, slug, shared],
  );
  for (const [place, { words, from, until, by, language = 'en', blocks = [] }] of versions.entries())
    await administrator.query(
      `insert into content_versions
         (tenant_id, page_id, language, n, shared, head, blocks, words, made_by, made_at, live_from, live_until)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, now(), $10, $11)`,
      [
        tenantId,
        id,
        language,
        100 + place,
        shared,
        JSON.stringify({ kind: 'page', title: words, summary: words }),
        JSON.stringify(blocks),
        words.toLowerCase(),
        by ?? null,
        from,
        until ?? null,
      ],
    );
  return id;
}

describe('pages that come with the program', () => {
  it('are read by visitors of every host, those for staff by staff alone', async () => {
    const open = texts.filter(({ head }) => head.for !== 'staff' && head.for !== 'children');
    const lessonsOfStaff = texts.filter(
      ({ kind, parent }) =>
        kind === 'lesson' && texts.some(({ slug, head }) => slug === parent && head.for === 'staff'),
    );
    const expected = open.filter((text) => !lessonsOfStaff.includes(text));
    for (const host of ['localhost', greenfield.host, riverside.host]) {
      const slugs = await slugsFor(visitorOf(host));
      expect(slugs.toSorted()).toEqual(expected.map(({ kind, slug }) => `${kind}/${slug}`).toSorted());
    }
    expect(await slugsFor(await world.as(greenfield.teacher))).toHaveLength(texts.length);
    expect(await slugsFor(await world.as(greenfield.student))).not.toContain('course/review-kindly');
  });

  it('are put in once', async () => {
    expect(await put(texts)).toBe(0);
  });

  it('name the product, and have no placeholder left', async () => {
    const { results } = await world.call(visitorOf('localhost'), contentEndpoints.list, {
      query: { limit: 200 },
    });
    expect(JSON.stringify(results)).not.toContain('%PRODUCT_NAME%');
    const about = await read(visitorOf('localhost'), 'page', 'about');
    expect(JSON.stringify(about)).not.toContain('%PRODUCT_NAME%');
    expect(about.head.title).toBe(`About ${product.name}`);
  });

  it('give a course its lessons in order, and a lesson its course and neighbours', async () => {
    const course = await read(visitorOf(greenfield.host), 'course', 'write-a-book-to-change-the-world');
    expect(course.children.map(({ place }) => place)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(course.parent).toBeNull();
    const lesson = await read(visitorOf(greenfield.host), 'lesson', 'find-an-idea');
    expect(lesson.parent?.slug).toBe(course.card.slug);
    expect(lesson.siblings).toEqual(course.children);
  });

  it('leave out what is not for the reader', async () => {
    const page = (caller: Caller) => read(caller, 'lesson', 'check-your-book');
    const idsFor = async (caller: Caller) => (await page(caller)).blocks.map(({ id }) => id);
    expect(await idsFor(await world.as(greenfield.student))).not.toContain('adults');
    expect(await idsFor(visitorOf(greenfield.host))).toContain('adults');
    const refused = await world.refusal(visitorOf(greenfield.host), contentEndpoints.read, {
      params: { kind: 'course', slug: 'review-kindly' },
      query: {},
    });
    expect([refused.status, refused.code]).toEqual([404, contentProblems.not_found.code]);
  });

  it('are found by kind, goal, age and words, page by page', async () => {
    const caller = visitorOf(riverside.host);
    expect(await slugsFor(caller, { kind: 'goal' })).toHaveLength(17);
    expect((await slugsFor(caller, { kind: 'goal' }))[16]).toBe('goal/17');
    const water = await slugsFor(caller, { goal: '6' });
    expect(water).toEqual(expect.arrayContaining(['goal/6', 'challenge/a-day-with-ten-litres', 'hub/water']));
    expect(water).not.toContain('goal/5');
    expect(await slugsFor(caller, { search: 'ten litres' })).toContain('challenge/a-day-with-ten-litres');
    expect(await slugsFor(caller, { search: 'qqqq' })).toEqual([]);
    const first = await world.call(caller, contentEndpoints.list, { query: { kind: 'goal', limit: 10 } });
    expect([first.count, first.next]).toEqual([17, '?limit=10&offset=10&kind=goal']);
    const refused = await world.refusal(caller, contentEndpoints.list, { query: { goal: 18 } });
    expect(refused.errors).toEqual({ goal: ['goal must be at most 17'] });
  });

  it('are found by the search of everything', async () => {
    const found = await world.call(visitorOf(greenfield.host), libraryEndpoints.searchAll, {
      query: { search: 'ten litres' },
    });
    expect(found.pages.results.map(({ slug }) => slug)).toContain('a-day-with-ten-litres');
    const title = { query: { search: 'Review kindly' } };
    const names = async (caller: Caller) =>
      (await world.call(caller, libraryEndpoints.searchAll, title)).pages.results.map(({ slug }) => slug);
    expect(await names(await world.as(greenfield.teacher))).toContain('review-kindly');
    expect(await names(visitorOf(greenfield.host))).not.toContain('review-kindly');
  });
});

describe('a newer text of the program', () => {
  const changed = (name: string): ShippedText => {
    const text = texts.find(({ kind, slug }) => `${kind}/${slug}` === name);
    if (!text) throw new Error(`There is no ${name}`);
    return {
      ...text,
      head: { ...text.head, title: 'Newer' },
      sha256: createHash('sha256').update(`newer ${name}`).digest(),
    };
  };

  it('takes the place of an older one', async () => {
    expect(await put([changed('hub/water')])).toBe(1);
    const page = await read(visitorOf(greenfield.host), 'hub', 'water');
    expect([page.head.title, page.n]).toEqual(['Newer', 2]);
    // An older server that starts beside it changes nothing back.
    expect(await put(texts)).toBe(0);
    expect((await read(visitorOf(greenfield.host), 'hub', 'water')).head.title).toBe('Newer');
  });

  it('waits where an editor has published a version', async () => {
    const { administrator } = world.testDatabase;
    await administrator.query(
      `insert into content_versions (tenant_id, page_id, language, n, shared, head, blocks, words, made_by, made_at, live_from)
       select version.tenant_id, page_id, language, 2, true, jsonb_set(head, '{title}', '"Ours"'), blocks, words, $1, now(), $2
       from content_versions as version join content_pages as page on page.id = page_id where slug = 'our-team'`,
      [world.platformAdmin.id, world.clock.now()],
    );
    expect(await put([changed('page/our-team')])).toBe(1);
    const page = await read(visitorOf(greenfield.host), 'page', 'our-team');
    expect([page.head.title, page.n]).toEqual(['Ours', 2]);
  });
});

describe('what is not for everybody', () => {
  it('stands in no answer: drafts, the future, the past, blocks for staff, pages of other schools', async () => {
    const now = Date.now();
    const at = (days: number) => new Date(now + days * day);
    const by = world.platformAdmin.id;
    await makePage(world.platform.id, 'planned', [{ words: 'Canary-future', from: at(2), by }]);
    await makePage(world.platform.id, 'waiting', [{ words: 'Canary-unpublished', from: null, by }]);
    await makePage(world.platform.id, 'over', [{ words: 'Canary-past', from: at(-3), until: at(-1), by }]);
    const open = await makePage(world.platform.id, 'open', [
      { words: 'Now', from: at(-2), by, blocks: [textBlock('staff', 'Canary-staff', 'staff')] },
      { words: 'Canary-next', from: at(3), by },
    ]);
    await makePage(riverside.tenant.id, 'our-river', [
      { words: 'Canary-riverside', from: at(-1), by: riverside.teacher.id },
    ]);
    await world.testDatabase.administrator.query(
      `insert into content_drafts (tenant_id, page_id, language, head, blocks, updated_by, updated_at)
       values ($1, $2, 'en', '{"title": "Canary-draft"}', '[]', $3, now())`,
      [world.platform.id, open, by],
    );
    const answersTo = async (caller: Caller): Promise<string> => {
      const answers = [
        await world.request(caller, 'GET', '/api/content/?limit=200'),
        await world.request(caller, 'GET', '/api/content/?search=canary'),
        await world.request(caller, 'GET', '/api/combined/?search=canary'),
      ];
      for (const slug of ['planned', 'waiting', 'over', 'open', 'our-river'])
        answers.push(await world.request(caller, 'GET', `/api/content/page/${slug}/`));
      expect(answers.slice(3).map(({ status }) => status)).toContain(200);
      return JSON.stringify(answers.map(({ body }) => body));
    };
    const callers = [
      visitorOf('localhost'),
      visitorOf(greenfield.host),
      await world.as(greenfield.student),
      await world.as(greenfield.parent),
    ];
    for (const caller of callers) expect(await answersTo(caller)).not.toContain('anary-');
    const ofStaff = await answersTo(await world.as(greenfield.schoolAdmin));
    expect(ofStaff.match(/Canary-\w+/gu)).toEqual(['Canary-staff']);
    const ofRiverside = await answersTo(visitorOf(riverside.host));
    expect(new Set(ofRiverside.match(/Canary-\w+/gu))).toEqual(new Set(['Canary-riverside']));
  });

  it('is held back by the database, too', async () => {
    const titles = async (tenantId: string) =>
      await inTenant(world.context.database, tenantId, async (transaction) => {
        const rows = await transaction.selectFrom('content_versions').select('head').execute();
        const pages = await transaction.selectFrom('content_pages').select('slug').execute();
        const drafts = await transaction.selectFrom('content_drafts').select('page_id').execute();
        return { text: JSON.stringify(rows), slugs: pages.map(({ slug }) => slug), drafts: drafts.length };
      });
    const { text, slugs, drafts } = await titles(greenfield.tenant.id);
    expect(text).toContain('Now');
    expect(text).not.toMatch(/Canary-(?:future|unpublished|next|riverside|draft)/u);
    expect(slugs).toContain('open');
    for (const slug of ['planned', 'waiting', 'our-river']) expect(slugs).not.toContain(slug);
    expect(drafts).toBe(0);
    expect((await titles(world.platform.id)).text).toContain('Canary-future');
  });

  it('cannot be shared by a school, nor changed after it was made', async () => {
    const page = { tenant_id: greenfield.tenant.id, id: uuidv7(), created_at: new Date(), parent_id: null };
    const tried = (work: Parameters<typeof inTenant<unknown>>[2]) =>
      inTenant(world.context.database, greenfield.tenant.id, work);
    await expect(
      tried((transaction) =>
        transaction
          .insertInto('content_pages')
          .values({ ...page, kind: 'page', slug: 'sneaky', place: null, owner_id: null, shared: true })
          .execute(),
      ),
    ).rejects.toThrow('row-level security');
    await expect(
      inTenant(world.context.database, world.platform.id, (transaction) =>
        transaction.updateTable('content_versions').set({ words: 'x' }).execute(),
      ),
    ).rejects.toThrow('permission denied');
  });
});

describe('which version is live', () => {
  it('is asked, at both moments', async () => {
    const start = world.clock.now().getTime();
    await makePage(greenfield.tenant.id, 'notice', [
      { words: 'Before', from: new Date(start - day), by: greenfield.teacher.id },
      { words: 'During', from: new Date(start + day), until: new Date(start + 2 * day) },
    ]);
    const caller = visitorOf(greenfield.host);
    const page = async () => await read(caller, 'page', 'notice');
    const before = await page();
    expect([before.head.title, before.next_change_at]).toEqual([
      'Before',
      new Date(start + day).toISOString(),
    ]);
    world.clock.advance(day);
    expect((await page()).head.title).toBe('During');
    world.clock.advance(day);
    const after = await page();
    expect([after.head.title, after.next_change_at]).toEqual(['Before', null]);
  });

  it('is in the language asked for where there is one, and else in English', async () => {
    const from = new Date(Date.now() - day);
    const id = await makePage(greenfield.tenant.id, 'hello', [{ words: 'Hello', from }]);
    await makePage(greenfield.tenant.id, 'hello', [{ words: 'Hallo', from, language: 'de' }], id);
    const titled = async (language: string) => {
      const page = await world.call(visitorOf(greenfield.host), contentEndpoints.read, {
        params: { kind: 'page', slug: 'hello' },
        query: { language },
      });
      return [page.head.title, page.card.language, page.languages];
    };
    expect(await titled('de')).toEqual(['Hallo', 'de', ['de', 'en']]);
    expect(await titled('fr')).toEqual(['Hello', 'en', ['de', 'en']]);
  });
});

describe('a school', () => {
  const choose = async (name: string, choice: string, by: string | null = null) => {
    const [kind, slug] = name.split('/');
    await world.testDatabase.administrator.query(
      `insert into content_choices (tenant_id, page_id, choice, by_page_id)
       select $1, id, $4, $5 from content_pages where tenant_id = $6 and kind = $2 and slug = $3`,
      [greenfield.tenant.id, kind, slug, choice, by, world.platform.id],
    );
  };

  it('hides and replaces pages of the platform for itself alone, but no legal ones', async () => {
    const own = await makePage(greenfield.tenant.id, 'canva', [
      { words: 'Our own way', from: new Date(Date.now() - day) },
    ]);
    await choose('page/canva', 'replaced', own);
    await choose('hub/fairness', 'hidden');
    await choose('legal/privacy-policy', 'hidden');
    const here = await slugsFor(visitorOf(greenfield.host));
    expect(here).not.toContain('hub/fairness');
    expect(here).toContain('legal/privacy-policy');
    expect((await read(visitorOf(greenfield.host), 'page', 'canva')).head.title).toBe('Our own way');
    expect(await slugsFor(visitorOf(riverside.host))).toContain('hub/fairness');
    expect((await read(visitorOf(riverside.host), 'page', 'canva')).head.title).not.toBe('Our own way');
  });
});

describe('numbers of all schools', () => {
  const values = async (slug = 'global-reach') => {
    const { blocks } = await read(visitorOf(greenfield.host), 'page', slug);
    return blocks.flatMap((block) => (block.kind === 'numbers' ? block.values : []));
  };

  it('are counted, and "a few" below five; what is unknown is left out', async () => {
    expect(await values()).toEqual([]);
    await world.testDatabase.administrator.query(
      `insert into tenant_numbers (
         tenant_id, students, staff, classes, books, stories, public_works, active, bytes, scope_version, as_of, kind_words
       ) values ($1, 1, 1, 1, 9, 1, 7, 1, 1, 1, now(), 3), ($2, 1, 1, 1, 9, 1, 0, 1, 1, 1, now(), 0)`,
      [greenfield.tenant.id, riverside.tenant.id],
    );
    // Told again for ten minutes without counting.
    world.clock.advance(11 * 60 * 1000);
    await world.testDatabase.administrator.query("update tenants set country = 'NZ' where id = any($1)", [
      [greenfield.tenant.id, riverside.tenant.id],
    ]);
    expect(await values()).toEqual([
      { name: 'countries', value: null },
      { name: 'schools', value: null },
      { name: 'works', value: 7 },
    ]);
    expect(await values('testimonials')).toEqual([{ name: 'kind_words', value: null }]);
    await world.testDatabase.administrator.query(
      'update tenant_numbers set kind_words = 40 where tenant_id = $1',
      [greenfield.tenant.id],
    );
    world.clock.advance(11 * 60 * 1000);
    expect(await values('testimonials')).toEqual([{ name: 'kind_words', value: 40 }]);
  });
});
