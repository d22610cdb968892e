import { createHash } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { documentOf, picturesIn, textOf } from '#contract/works/document.rules.ts';
import { moderationEndpoints } from '#contract/moderation/moderation.endpoints.ts';
import { libraryEndpoints } from '#contract/works/library.endpoints.ts';
import { workEndpoints } from '#contract/works/works.endpoints.ts';
import type { EndpointInput } from '#contract/kit/endpoint.ts';
import { seedTales, tales } from '#server/seeds/demo-shelf.ts';
import { makeDrawing, makeWorks, setPrivacy, type MadeWork } from '#server/seeds/factories.ts';
import type { Caller } from '../support/api-world.ts';
import { drawingOf, fillShelf } from '../support/shelf.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();

let shelf: Awaited<ReturnType<typeof fillShelf>>;
let theirs: Awaited<ReturnType<typeof fillShelf>>;
let student: Caller;

beforeAll(async () => {
  shelf = await fillShelf(world.context, greenfield);
  theirs = await fillShelf(world.context, riverside);
  for (const school of [greenfield, riverside])
    await setPrivacy(world.context, school.tenant, [school.student.id], 'community');
  student = await world.as(greenfield.student);
});

async function titles(
  query: EndpointInput<typeof workEndpoints.list>['query'],
  caller = student,
): Promise<string[]> {
  const { results } = await world.call(caller, workEndpoints.list, {
    query,
  });
  return results.map(({ title }) => title);
}

describe('the list of works', () => {
  it('is narrowed by kind, level, language, category, goal and class', async () => {
    const { context } = world;
    await makeWorks(context, greenfield.tenant, [
      { author_id: null, title: 'El zorro', language: 'es', level: 'early', sdgs: [4, 15], kind: 'book' },
      {
        author_id: null,
        title: 'The well',
        level: 'growing',
        sdgs: [6],
        school_class_id: greenfield.otherClass.id,
      },
    ]);
    expect(await titles({ language: 'es' })).toEqual(['El zorro']);
    expect(await titles({ level: 'growing' })).toEqual(['The well']);
    expect(await titles({ goal: '15' })).toEqual(['El zorro']);
    expect(await titles({ goal: '5' })).toEqual([]);
    expect(await titles({ kind: 'book', sort: 'title' })).toEqual(['El zorro', 'The hen']);
    expect((await titles({ category: 'animals' })).toSorted()).toEqual(['The fox', 'The hen']);
    expect((await titles({ category: shelf.category.id })).toSorted()).toEqual(['The fox', 'The hen']);
    expect(await titles({ category: theirs.category.id })).toEqual([]);
    expect((await titles({ school_class: greenfield.ownClass.id })).toSorted()).toEqual([
      'The fox',
      'The hen',
    ]);
    // Who is not of a class does not ask for it.
    expect(await titles({ school_class: greenfield.otherClass.id })).toEqual([]);
    expect(
      await titles({ school_class: greenfield.otherClass.id }, await world.as(greenfield.otherTeacher)),
    ).toEqual(['The well']);
  });

  it('is found by words of title, author and text, in any case and accents, the last half typed', async () => {
    await makeWorks(world.context, greenfield.tenant, [
      {
        author_id: null,
        pen_name: 'Zoë Quill',
        title: 'Der Löwe',
        chapters: [{ id: uuidv7(), title: '', document: documentOf('Ein Pelikan tanzt.') }],
      },
    ]);
    for (const search of ['lowe', 'LÖWE', 'zoe quill', 'pelik', 'tanzt pelikan'])
      expect([search, await titles({ search })]).toEqual([search, ['Der Löwe']]);
    expect(await titles({ search: 'Pelikan tigert' })).toEqual([]);
    expect(await titles({ search: 'pelikan' }, await world.as(riverside.student))).toEqual([]);
  });

  it('forgives a slip in a title, where nothing is spelt as it was typed', async () => {
    await makeWorks(world.context, greenfield.tenant, [{ author_id: null, title: 'The hippopotamus' }]);
    expect(await titles({ search: 'hipopotamus' })).toEqual(['The hippopotamus']);
    expect(await titles({ search: 'xylophone' })).toEqual([]);
    expect(await titles({ search: '& | ! :*' })).toEqual([]);
  });

  it('comes in pages, and no more than a hundred works at a time', async () => {
    const first = await world.call(student, workEndpoints.list, { query: { limit: 2, sort: 'title' } });
    expect(first.results).toHaveLength(2);
    const next = new URLSearchParams(first.next ?? '');
    expect([next.get('limit'), next.get('sort'), next.has('after')]).toEqual(['2', 'title', true]);
    const second = await world.call(student, workEndpoints.list, {
      query: { limit: 2, offset: 2, sort: 'title' },
    });
    expect(second.count).toBe(first.count);
    expect(second.results.map(({ id }) => id)).not.toContain(first.results[1]?.id);
    expect(await world.refusal(student, workEndpoints.list, { query: { limit: 101 } })).toMatchObject({
      status: 400,
    });
  });
});

describe('a work', () => {
  it('is answered by its id and by its address, with its pictures and how it is written', async () => {
    const byId = await world.call(student, workEndpoints.read, { params: { workId: shelf.book.id } });
    const bySlug = await world.call(student, workEndpoints.read, { params: { workId: shelf.book.slug } });
    expect(bySlug).toEqual(byId);
    expect(byId).toMatchObject({
      kind: 'book',
      slug: `the-hen-${shelf.book.id.slice(-8)}`,
      parts: 1,
      audience: 'community',
      byline: 'Zoë',
    });
    expect(byId.cover).toEqual({
      sha256: shelf.sha256,
      media_type: 'image/svg+xml',
      width: 40,
      height: 30,
      alt: 'A hen',
    });
  });

  it('tells its plan to its author and to those who look after them, and to nobody else', async () => {
    await world.testDatabase.administrator.query('update works set plan = $1 where id = $2', [
      'A hen, then a fox.',
      shelf.story.id,
    ]);
    const planFor = async (caller: Caller) =>
      (await world.call(caller, workEndpoints.read, { params: { workId: shelf.story.id } })).plan;
    const close = [greenfield.student, greenfield.teacher, greenfield.schoolAdmin];
    for (const person of close) expect(await planFor(await world.as(person))).toBe('A hen, then a fox.');
    expect(await planFor(await world.as(greenfield.otherTeacher))).toBeNull();
    const stranger = await world.as(riverside.teacher);
    expect(
      await world.refusal(stranger, workEndpoints.read, { params: { workId: shelf.story.id } }),
    ).toMatchObject({ status: 404 });
  });

  it('gives its chapters in their order, with their words counted', async () => {
    const { count, results } = await world.call(student, workEndpoints.listChapters, {
      params: { workId: shelf.story.slug },
      query: {},
    });
    expect(count).toBe(1);
    expect(results).toMatchObject([{ title: 'One', words: 6 }]);
    expect(results.map(({ document }) => textOf(document))).toEqual(['A fox came.\nIt went again.']);
  });

  it('has an address of its own, also where another has its title, and where the title has no letters', async () => {
    const made = await makeWorks(world.context, greenfield.tenant, [
      { author_id: null, title: 'The hen' },
      { author_id: null, title: '?!' },
      { author_id: null, title: '森の音楽家' },
    ]);
    const slugs = made.map(({ slug }) => slug);
    expect(slugs).toEqual(
      made.map(({ id }, place) => `${['the-hen', 'story', '森の音楽家'][place]}-${id.slice(-8)}`),
    );
    for (const slug of slugs)
      expect(await world.call(student, workEndpoints.read, { params: { workId: slug } })).toMatchObject({
        slug,
      });
  });
});

describe('a picture', () => {
  const get = (sha256: string, caller: Caller, headers: Record<string, string> = {}) =>
    world.request(caller, 'GET', `/api/assets/${sha256}/`, { headers });

  it('is answered as what it is; opened alone, a drawing runs nothing and is of no origin', async () => {
    const { status, headers, body } = await get(shelf.sha256, student);
    expect(status).toBe(200);
    expect(createHash('sha256').update(String(body)).digest('hex')).toBe(shelf.sha256);
    expect(headers).toMatchObject({
      'content-type': expect.stringMatching(/^image\/svg\+xml/u) as unknown,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'cache-control': 'private, no-cache',
      vary: expect.stringContaining('authorization') as unknown,
    });
    const again = await get(shelf.sha256, student, { 'if-none-match': String(headers['etag']) });
    expect([again.status, again.body]).toEqual([304, '']);
  });

  it('may be kept by everybody where everybody may see it, and by nobody where it is private', async () => {
    const { context } = world;
    const drawn = async (words: string) => await makeDrawing(context, greenfield.tenant, drawingOf(words));
    const [open, hidden] = [await drawn('open'), await drawn('hidden')];
    await makeWorks(context, greenfield.tenant, [
      { author_id: null, visibility: 'public', cover: { sha256: open, alt: '' } },
      { author_id: greenfield.student.id, visibility: 'private', cover: { sha256: hidden, alt: '' } },
    ]);
    expect((await get(open, await world.as('visitor'))).headers['cache-control']).toBe('public, no-cache');
    expect((await get(hidden, student)).headers['cache-control']).toBe('no-store');
    expect((await get(hidden, await world.as('visitor'))).status).toBe(404);
  });

  it('is from no cache any more once its work was taken down', async () => {
    const sha256 = await makeDrawing(world.context, greenfield.tenant, drawingOf('taken down'));
    const [work] = await makeWorks(world.context, greenfield.tenant, [
      { author_id: greenfield.teacherAdmin.id, visibility: 'public', cover: { sha256, alt: '' } },
    ]);
    const visitor = await world.as('visitor');
    const known = { 'if-none-match': `"${sha256}"` };
    expect((await get(sha256, visitor, known)).status).toBe(304);
    await world.call(await world.as(greenfield.schoolAdmin), moderationEndpoints.takeDown, {
      params: { workId: work?.id ?? '' },
      body: { reason: 'Let us talk about it.' },
    });
    const { status, headers } = await get(sha256, visitor, known);
    expect([status, headers['cache-control']]).toEqual([404, 'no-store']);
  });

  it('of the other school is not there, nor one that stands in no work', async () => {
    const alone = await makeDrawing(world.context, greenfield.tenant, drawingOf('alone'));
    for (const sha256 of [theirs.sha256, alone, 'f'.repeat(64), 'x', '..%2f..'])
      expect([sha256, (await get(sha256, student)).status]).toEqual([sha256, 404]);
    expect((await get(theirs.sha256, await world.as(riverside.student))).status).toBe(200);
  });

  it('is refused to a token that is not good here, so that its bearer renews it', async () => {
    const { access } = await world.as(riverside.student);
    expect((await get(shelf.sha256, { host: greenfield.host, access })).status).toBe(401);
  });
});

describe('the library', () => {
  it('has a shelf for each category that is not empty, and shows what is new', async () => {
    const { shelves, newest, count, languages } = await world.call(student, libraryEndpoints.listShelves, {
      query: {},
    });
    expect(shelves.map(({ category }) => category)).toMatchObject([
      { name: 'Animals', slug: 'animals', works: 2 },
    ]);
    expect(shelves[0]?.works.map(({ title }) => title).toSorted()).toEqual(['The fox', 'The hen']);
    expect(newest.length).toBe(Math.min(12, count));
    expect(languages).toContain('en');
    // A visitor sees less of it.
    const visited = await world.call(await world.as('visitor'), libraryEndpoints.listShelves, { query: {} });
    expect(visited.shelves).toEqual([]);
  });

  it('offers the classes of whoever looks, as far as something of theirs stands there', async () => {
    const offered = async (caller: Caller) => {
      const { classes } = await world.call(caller, libraryEndpoints.listShelves, { query: {} });
      return classes.map(({ id }) => id);
    };
    const { ownClass, otherClass } = greenfield;
    const own = { id: ownClass.id, name: ownClass.name };
    const { classes } = await world.call(student, libraryEndpoints.listShelves, { query: {} });
    expect(classes).toEqual([own]);
    expect(await offered(await world.as(greenfield.teacher))).toEqual([ownClass.id]);
    expect((await offered(await world.as(greenfield.schoolAdmin))).toSorted()).toEqual(
      [ownClass.id, otherClass.id].toSorted(),
    );
    expect(await offered(await world.as('visitor'))).toEqual([]);
  });

  it('searches everything at once', async () => {
    const found = await world.call(student, libraryEndpoints.searchAll, {
      query: { search: 'the fox', limit: 1 },
    });
    expect(found.stories).toMatchObject({ count: 1, results: [{ title: 'The fox' }] });
    expect(found).toMatchObject({ causes: { count: 0, results: [] }, people: { count: 0, results: [] } });
    const nothing = { count: 0, results: [] };
    const teacher = await world.as(greenfield.teacher);
    for (const search of ['', '?!'])
      expect(await world.call(teacher, libraryEndpoints.searchAll, { query: { search } })).toEqual({
        books: nothing,
        stories: nothing,
        causes: nothing,
        people: nothing,
        resources: nothing,
        pages: nothing,
      });
  });

  it('counts books and reactions, of what one may see', async () => {
    const { book_stats } = await world.call(student, libraryEndpoints.readBookStats, {});
    expect(book_stats.all_book).toBeGreaterThanOrEqual(2);
    expect(book_stats.featured_book).toBe(0);
    const { results } = await world.call(student, libraryEndpoints.readReactionStats, { query: {} });
    expect(Object.fromEntries(results.map(({ reaction, count }) => [reaction, count]))).toEqual({
      love: 1,
      funny: 0,
      wow: 1,
      clever: 0,
      thanks: 0,
    });
    // Kind words are no impacts: those are what was bought and given for causes.
    expect(await world.call(student, libraryEndpoints.readImpacts, {})).toEqual({ total_impacts: 0 });
  });

  it('counts for teachers the works of the children they look after, by state', async () => {
    const [child] = greenfield.otherStudents;
    await makeWorks(world.context, greenfield.tenant, [
      { author_id: child?.id ?? null, kind: 'book', state: 'submitted' },
      { author_id: child?.id ?? null, kind: 'book', state: 'archived' },
      { author_id: child?.id ?? null, kind: 'story', state: 'returned' },
    ]);
    const caller = await world.as(greenfield.otherTeacher);
    const none = { draft: 0, submitted: 0, returned: 0, approved: 0, published: 0, withdrawn: 0 };
    expect(await world.call(caller, libraryEndpoints.readTeacherBookStats, {})).toEqual({
      book_stats: { ...none, all: 1, submitted: 1 },
    });
    expect(await world.call(caller, libraryEndpoints.readTeacherStoryStats, {})).toEqual({
      blog_stats: { ...none, all: 1, returned: 1 },
    });
    expect(
      await world.call(await world.as(riverside.otherTeacher), libraryEndpoints.readTeacherBookStats, {}),
    ).toEqual({
      book_stats: { ...none, all: 0 },
    });
  });
});

describe('the shelf of the demo', () => {
  let works: MadeWork[];

  beforeAll(async () => {
    ({ works } = await seedTales(world.context, world.organization.tenant));
  });

  it('has at least twenty-four tales, each with a cover, words and pictures that everybody may see', async () => {
    expect(tales.length).toBeGreaterThanOrEqual(24);
    expect(works).toHaveLength(tales.length);
    const visitor = { host: world.organization.host, access: null };
    for (const { slug, title } of works) {
      const params = { workId: slug };
      const work = await world.call(visitor, workEndpoints.read, { params });
      const { results } =
        work.kind === 'book'
          ? await world.call(visitor, workEndpoints.listPages, { params, query: {} })
          : await world.call(visitor, workEndpoints.listChapters, { params, query: {} });
      const drawn = results.flatMap(({ document }) => picturesIn(document));
      expect([title, work.cover !== null, results.length > 1, drawn.length > 0]).toEqual([
        title,
        true,
        true,
        true,
      ]);
      for (const { sha256, alt } of drawn) {
        expect([title, alt !== '', work.pictures.some((picture) => picture.sha256 === sha256)]).toEqual([
          title,
          true,
          true,
        ]);
        expect((await world.request(visitor, 'GET', `/api/assets/${sha256}/`)).status).toBe(200);
      }
    }
  });

  it('is credited: each tale with its source and the terms on which it is shown', async () => {
    const visitor = { host: world.organization.host, access: null };
    const { count, results } = await world.call(visitor, workEndpoints.listCredits, { query: {} });
    expect(count).toBe(tales.length);
    for (const { title, byline, source, licence, credit } of results)
      expect([title, byline, source, licence, credit]).not.toContain(null);
    expect(
      await world.call(await world.as('visitor'), workEndpoints.listCredits, { query: {} }),
    ).toMatchObject({
      count: 0,
    });
  });
});
