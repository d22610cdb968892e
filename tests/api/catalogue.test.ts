import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { catalogueEndpoints } from '#contract/catalogue/catalogue.endpoints.ts';
import {
  listedState,
  mayFeature,
  mayPublish,
  mayShelve,
  mayWithdraw,
} from '#contract/catalogue/catalogue.rules.ts';
import type { EndpointInput } from '#contract/kit/endpoint.ts';
import { limits } from '#contract/kit/limits.ts';
import { moderationEndpoints } from '#contract/moderation/moderation.endpoints.ts';
import { documentOf } from '#contract/works/document.rules.ts';
import { workEndpoints } from '#contract/works/works.endpoints.ts';
import { libraryEndpoints } from '#contract/works/library.endpoints.ts';
import {
  linkSchool,
  makeCategory,
  makeTenant,
  makeWorks,
  permitPublic,
  setPrivacy,
} from '#server/seeds/factories.ts';
import type { Caller, TestSchool } from '../support/api-world.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();

type Query = EndpointInput<typeof catalogueEndpoints.list>['query'];

let office: Caller;
let teacher: Caller;
let teacherOfBirch: Caller;
let neighbours: Caller;

beforeAll(async () => {
  office = await world.as(greenfield.schoolAdmin);
  teacher = await world.as(greenfield.teacher);
  teacherOfBirch = await world.as(greenfield.otherTeacher);
  neighbours = await world.as(riverside.schoolAdmin);
  await setPrivacy(world.context, greenfield.tenant, [greenfield.student.id], 'community');
});

const list = (caller: Caller, query: Partial<Query> = {}) =>
  world.call(caller, catalogueEndpoints.list, { query: { kind: 'story', ...query } });
const titles = async (caller: Caller, query: Partial<Query> = {}) =>
  (await list(caller, query)).results.map(({ title }) => title);

/** Stories of a child of the class of maples, or of somebody else, with a chapter each. */
async function stories(
  school: TestSchool,
  ...works: (Partial<Parameters<typeof makeWorks>[2][number]> & { title: string })[]
): Promise<string[]> {
  const made = await makeWorks(
    world.context,
    school.tenant,
    works.map((work) => ({
      author_id: school.student.id,
      school_class_id: school.ownClass.id,
      kind: 'story' as const,
      visibility: 'community' as const,
      chapters: [{ id: uuidv7(), title: '', document: documentOf('Once upon a time.') }],
      ...work,
    })),
  );
  return made.map(({ id }) => id);
}

async function storedStates(ids: readonly string[]): Promise<Record<string, string>> {
  const { rows } = await world.testDatabase.administrator.query<{ title: string; state: string }>(
    'select title, state from works where id = any($1)',
    [ids],
  );
  return Object.fromEntries(rows.map(({ title, state }) => [title, state]));
}

async function audited(id: string): Promise<string[]> {
  const { rows } = await world.testDatabase.administrator.query<{ action: string }>(
    'select action from audit_entries where subject_id = $1 order by id',
    [id],
  );
  return rows.map(({ action }) => action);
}

describe('the list of stories', () => {
  it('shows the office all of the school in every state, a teacher their children’s, and nobody another school’s', async () => {
    await stories(
      greenfield,
      { title: 'List: a draft', state: 'draft', visibility: 'private' },
      { title: 'List: handed in', state: 'submitted' },
      {
        title: 'List: of birch',
        author_id: greenfield.otherStudents[0]?.id ?? '',
        school_class_id: greenfield.otherClass.id,
      },
      { title: 'List: a tale', author_id: null, pen_name: 'Aesop' },
      { title: 'List: put away', state: 'archived' },
      { title: 'List: the teacher’s own', author_id: greenfield.teacher.id, state: 'draft' },
    );
    await stories(riverside, { title: 'List: theirs' });
    const asked = { search: 'list', sort: 'title' } as const;
    expect(await titles(office, asked)).toEqual([
      'List: a draft',
      'List: a tale',
      'List: handed in',
      'List: of birch',
      'List: the teacher’s own',
    ]);
    expect(await titles(teacher, asked)).toEqual([
      'List: a draft',
      'List: handed in',
      'List: the teacher’s own',
    ]);
    expect(await titles(teacherOfBirch, asked)).toEqual(['List: of birch']);
    expect(await titles(neighbours, asked)).toEqual(['List: theirs']);
    expect(await titles(office, { ...asked, kind: 'book' })).toEqual([]);
  });

  it('is narrowed by state, by who may see it, by class and by shelf, and counts each state', async () => {
    const shelf = await makeCategory(world.context, greenfield.tenant, 'Narrow seas');
    const [, , taken = ''] = await stories(
      greenfield,
      { title: 'Narrow one', categories: [shelf.id] },
      { title: 'Narrow two', state: 'returned', visibility: 'private' },
      { title: 'Narrow three', school_class_id: greenfield.otherClass.id },
    );
    await world.call(office, moderationEndpoints.takeDown, {
      params: { workId: taken },
      body: { reason: 'Let us talk about it.' },
    });
    const all = await list(office, { search: 'narrow' });
    expect(all.states).toEqual({
      draft: 0,
      submitted: 0,
      returned: 1,
      approved: 0,
      published: 1,
      withdrawn: 0,
      taken_down: 1,
    });
    expect(all.count).toBe(3);
    const found = (query: Partial<Query>) => titles(office, { search: 'narrow', ...query });
    expect(await found({ state: 'returned' })).toEqual(['Narrow two']);
    expect(await found({ state: 'taken_down' })).toEqual(['Narrow three']);
    expect(await found({ state: 'withdrawn' })).toEqual([]);
    expect(await found({ audience: 'private' })).toEqual(['Narrow two']);
    expect(await found({ school_class: greenfield.otherClass.id })).toEqual(['Narrow three']);
    expect(await found({ category: shelf.id })).toEqual(['Narrow one']);
    expect((await found({ category: 'none' })).toSorted()).toEqual(['Narrow three', 'Narrow two']);
    // The numbers are those of the other filters, so that one sees what another state would bring.
    expect((await list(office, { search: 'narrow', state: 'returned' })).states.published).toBe(1);
  });

  it('tells who may see it indeed: a child whose privacy is tighter than the wish', async () => {
    await setPrivacy(world.context, greenfield.tenant, [greenfield.otherStudents[0]?.id ?? ''], 'private');
    await stories(greenfield, {
      title: 'Wished for all',
      author_id: greenfield.otherStudents[0]?.id ?? '',
      visibility: 'public',
    });
    const { results } = await list(office, { search: 'wished for all' });
    expect(results).toMatchObject([{ visibility: 'public', audience: 'private' }]);
  });

  it('finds a title and an author by the words of both, and pen names', async () => {
    const first = greenfield.students[1];
    await stories(
      greenfield,
      { title: 'Zinnia in winter', author_id: first?.id ?? '' },
      { title: 'Zinnia abroad', author_id: null, pen_name: 'Wiltrud Immergrün' },
    );
    const { results } = await list(office, { search: 'zinnia winter' });
    const [found] = results;
    expect(found?.author?.id).toBe(first?.id);
    expect(await titles(office, { search: `zinnia ${found?.author?.last_name ?? ''}` })).toContain(
      'Zinnia in winter',
    );
    expect(await titles(office, { search: 'immergrun zinn' })).toEqual(['Zinnia abroad']);
    expect(await titles(office, { search: '& | !' })).toEqual([]);
  });

  it('comes in any order and in pages that have everything once', async () => {
    await stories(
      greenfield,
      ...['Order d', 'Order b', 'Order e', 'Order a', 'Order c'].map((title) => ({ title })),
    );
    const pages = async (sort: NonNullable<Query['sort']>) => {
      const found: string[] = [];
      let next: string | null = `?limit=2&offset=0`;
      while (next !== null) {
        const { searchParams } = new URL(next, 'http://x');
        const page = await list(office, {
          search: 'order',
          sort,
          limit: 2,
          offset: searchParams.get('offset') ?? '0',
        });
        found.push(...page.results.map(({ title }) => title));
        next = page.next;
      }
      return found;
    };
    const rising = ['Order a', 'Order b', 'Order c', 'Order d', 'Order e'];
    expect(await pages('title')).toEqual(rising);
    expect(await pages('-title')).toEqual(rising.toReversed());
    for (const key of ['author', 'school_class', 'state', 'updated_at'] as const)
      for (const sort of [key, `-${key}`] as const)
        expect([sort, (await pages(sort)).toSorted()]).toEqual([sort, rising]);
    const { next } = await list(office, { search: 'order', limit: 2, state: 'published', sort: 'title' });
    expect(next).toBe('?limit=2&offset=2&search=order&kind=story&state=published&sort=title');
  });

  it('is not for children, visitors and families', async () => {
    for (const person of [greenfield.student, greenfield.parent])
      expect(
        await world.refusal(await world.as(person), catalogueEndpoints.list, { query: { kind: 'book' } }),
      ).toMatchObject({ status: 403 });
  });
});

describe('several at once', () => {
  it('are withdrawn with one reason and published again, each written down for itself', async () => {
    const ids = await stories(greenfield, { title: 'Both a' }, { title: 'Both b' });
    await world.call(teacher, catalogueEndpoints.withdraw, { body: { ids, reason: 'One more look.' } });
    expect(await storedStates(ids)).toEqual({ 'Both a': 'withdrawn', 'Both b': 'withdrawn' });
    await world.call(teacher, catalogueEndpoints.publish, { body: { ids } });
    expect(await storedStates(ids)).toEqual({ 'Both a': 'published', 'Both b': 'published' });
    for (const id of ids) expect(await audited(id)).toEqual(['works.withdrawn', 'works.published']);
  });

  it('are changed all or not at all, and the words name those that cannot be', async () => {
    const ids = await stories(
      greenfield,
      { title: 'Ready', state: 'approved' },
      { title: 'Wants to stay private', state: 'approved', visibility: 'private' },
      { title: 'Private as well', state: 'approved', visibility: 'private' },
    );
    const refused = await world.refusal(office, catalogueEndpoints.publish, { body: { ids } });
    expect(refused).toMatchObject({
      status: 409,
      code: 'reviews.kept_private',
      error:
        '“Wants to stay private”, “Private as well”: The author wants to keep it private. Ask them before it is published. Nothing was changed.',
      details: {
        works: { [ids[1] ?? '']: 'reviews.kept_private', [ids[2] ?? '']: 'reviews.kept_private' },
      },
    });
    expect(await storedStates(ids)).toMatchObject({ Ready: 'approved' });
    expect(await audited(ids[0] ?? '')).toEqual([]);
  });

  it('are none of another teacher’s children, of another school, and none that nobody hands in', async () => {
    const [own = ''] = await stories(greenfield, { title: 'Mine to change' });
    const [birch = ''] = await stories(greenfield, {
      title: 'Of birch',
      author_id: greenfield.otherStudents[0]?.id ?? '',
    });
    const [theirs = ''] = await stories(riverside, { title: 'Theirs to change' });
    const [tale = ''] = await stories(greenfield, { title: 'A tale of nobody', author_id: null });
    const withdrawn = (caller: Caller, ...ids: string[]) =>
      world.refusal(caller, catalogueEndpoints.withdraw, { body: { ids, reason: 'No.' } });
    for (const id of [birch, theirs, uuidv7()])
      expect(await withdrawn(teacher, own, id)).toMatchObject({
        status: 404,
        code: 'catalogue.not_found',
      });
    expect(await withdrawn(office, own, theirs)).toMatchObject({ status: 404 });
    expect(await withdrawn(office, own, tale)).toMatchObject({
      status: 409,
      code: 'reviews.state_changed',
      error: expect.stringContaining('“A tale of nobody”'),
    });
    expect(await storedStates([own, birch, theirs, tale])).toEqual({
      'Mine to change': 'published',
      'Of birch': 'published',
      'Theirs to change': 'published',
      'A tale of nobody': 'published',
    });
  });

  it('are a hundred at most, and at least one', async () => {
    const tooMany = Array.from({ length: limits.worksPerCall + 1 }, () => uuidv7());
    for (const ids of [[], tooMany])
      expect(await world.refusal(office, catalogueEndpoints.publish, { body: { ids } })).toMatchObject({
        status: 400,
        errors: { ids: [expect.stringMatching(/^Please choose/u)] },
      });
  });

  it('are put on shelves and taken from others, as their author then finds them', async () => {
    const [sea, sky, moon, sun] = await Promise.all(
      ['Sea', 'Sky', 'Moon', 'Sun'].map((name) => makeCategory(world.context, greenfield.tenant, name)),
    );
    const at = (category: { id: string } | undefined) => category?.id ?? '';
    const ids = await stories(
      greenfield,
      { title: 'Shelved a', categories: [at(sea)] },
      { title: 'Shelved b', categories: [at(sky), at(moon)] },
    );
    await world.call(teacher, catalogueEndpoints.shelve, {
      body: { ids, add: [at(sun)], remove: [at(sea)] },
    });
    const shelvesOf = async (title: string) => (await list(office, { search: title })).results[0]?.categories;
    expect(await shelvesOf('Shelved a')).toEqual([at(sun)]);
    expect(await shelvesOf('Shelved b')).toEqual([at(moon), at(sky), at(sun)]);
    expect(await audited(ids[0] ?? '')).toEqual(['catalogue.shelved']);
    // Once more changes nothing.
    await world.call(teacher, catalogueEndpoints.shelve, { body: { ids, add: [at(sun)] } });
    expect(await audited(ids[0] ?? '')).toEqual(['catalogue.shelved']);

    expect(
      await world.refusal(office, catalogueEndpoints.shelve, { body: { ids, add: [at(sea)] } }),
    ).toMatchObject({ status: 409, error: expect.stringMatching(/^“Shelved b”: /u) });
    expect(await shelvesOf('Shelved a')).toEqual([at(sun)]);
    const strange = await makeCategory(world.context, riverside.tenant, 'Theirs');
    expect(
      await world.refusal(office, catalogueEndpoints.shelve, { body: { ids, add: [strange.id] } }),
    ).toMatchObject({ status: 404, code: 'catalogue.no_shelf' });
    const [draft = ''] = await stories(greenfield, { title: 'Still written', state: 'draft' });
    expect(
      await world.refusal(office, catalogueEndpoints.shelve, { body: { ids: [draft], add: [at(sea)] } }),
    ).toMatchObject({ status: 409, code: 'catalogue.still_written' });
  });

  it('are shown first in the library where the office says so, and a teacher does not', async () => {
    const ids = await stories(greenfield, { title: 'First of all' });
    const [draft = ''] = await stories(greenfield, { title: 'Not there', state: 'draft' });
    const featured = async () => {
      const { results } = await world.call(office, workEndpoints.list, { query: { featured: 'true' } });
      const shelves = await world.call(office, libraryEndpoints.listShelves, { query: {} });
      expect(shelves.featured).toEqual(results);
      return results.map(({ title }) => title);
    };
    await world.call(office, catalogueEndpoints.feature, { body: { ids, is_featured: true } });
    expect(await featured()).toEqual(['First of all']);
    // A visitor of the school is not shown what is for the school.
    const visited = await world.call(
      await world.as('visitor', greenfield.host),
      libraryEndpoints.listShelves,
      {
        query: {},
      },
    );
    expect(visited.featured).toEqual([]);
    expect(
      await world.refusal(teacher, catalogueEndpoints.feature, { body: { ids, is_featured: false } }),
    ).toMatchObject({
      status: 403,
    });
    expect(
      await world.refusal(office, catalogueEndpoints.feature, {
        body: { ids: [...ids, draft], is_featured: true },
      }),
    ).toMatchObject({ status: 409, code: 'catalogue.not_in_library' });
    await world.call(office, catalogueEndpoints.feature, { body: { ids, is_featured: false } });
    expect(await featured()).toEqual([]);
    expect(await audited(ids[0] ?? '')).toEqual(['catalogue.featured', 'catalogue.unfeatured']);
  });

  it('can be what the list says they can be: the rules of both sides agree', async () => {
    const shelf = await makeCategory(world.context, greenfield.tenant, 'Agreed');
    const inAll = ['draft', 'submitted', 'returned', 'approved', 'published', 'withdrawn'] as const;
    const visibilities = ['private', 'community'] as const;
    for (const author_id of [greenfield.student.id, null])
      await stories(
        greenfield,
        ...inAll.flatMap((state) =>
          visibilities.map((visibility) => ({ title: 'Agreed upon', state, visibility, author_id })),
        ),
      );
    const isDone = (endpoint: Parameters<typeof world.request>[2], body: object) =>
      world.request(office, 'POST', `/api${endpoint}`, { body }).then(({ status }) => status === 200);
    const { results } = await list(office, { search: 'agreed upon', limit: 100 });
    expect(results).toHaveLength(24);
    for (const work of results) {
      const ids = [work.id];
      const what = `${listedState(work)} ${work.visibility} ${work.is_reviewed}`;
      const can = {
        shelve: mayShelve(work),
        feature: mayFeature(work),
        withdraw: mayWithdraw(work),
        publish: mayPublish(work),
      };
      const done = {
        shelve: await isDone('/catalogue/shelves/', { ids, add: [shelf.id] }),
        feature: await isDone('/catalogue/feature/', { ids, is_featured: true }),
        // What is so already stays so.
        withdraw:
          work.state !== 'withdrawn' &&
          (await isDone('/catalogue/withdraw/', { ids, reason: 'Look again.' })),
        publish: work.state !== 'published' && (await isDone('/catalogue/publish/', { ids })),
      };
      expect([what, done]).toEqual([what, can]);
    }
  });
});

describe('the works of the schools of an organization', () => {
  it('are those that every visitor sees, school by school, of schools that belong to it', async () => {
    const { context, organization } = world;
    const second = await makeTenant(context, { school_name: 'Aspen School' });
    await linkSchool(context, organization.tenant, second);
    await permitPublic(context, greenfield.tenant, [greenfield.students[2]?.id ?? '']);
    await setPrivacy(context, greenfield.tenant, [greenfield.students[2]?.id ?? ''], 'public');
    const author_id = greenfield.students[2]?.id ?? '';
    await stories(
      greenfield,
      { title: 'Shown to all', author_id, visibility: 'public' },
      { title: 'Shown too', author_id: null, pen_name: 'Aesop', visibility: 'public' },
      { title: 'Shown to the school', author_id, visibility: 'community' },
      { title: 'Shown once approved', author_id, visibility: 'public', state: 'submitted' },
      // Nobody allowed it.
      { title: 'Shown if a guardian says so', visibility: 'public' },
    );
    await stories(riverside, { title: 'Shown elsewhere', author_id: null, visibility: 'public' });
    await makeWorks(context, second, [
      { author_id: null, kind: 'story', title: 'Shown by Aspen', visibility: 'public' },
      { author_id: null, kind: 'book', title: 'Shown by Aspen, a book', visibility: 'public' },
    ]);
    const trust = await world.as(organization.admin);
    const ask = (query: Partial<EndpointInput<typeof catalogueEndpoints.listOfSchools>['query']> = {}) =>
      world.call(trust, catalogueEndpoints.listOfSchools, {
        query: { kind: 'story', search: 'shown', sort: 'title', ...query },
      });
    const all = await ask();
    expect(all.results.map(({ title, school }) => [school.school_name, title])).toEqual([
      ['Aspen School', 'Shown by Aspen'],
      [greenfield.tenant.school_name, 'Shown to all'],
      [greenfield.tenant.school_name, 'Shown too'],
    ]);
    expect(all.results[1]).toMatchObject({ school: { host: greenfield.host }, parts: 1 });
    expect(JSON.stringify(all)).not.toContain(author_id);
    expect(all.schools.map(({ works }) => works)).toEqual([1, 2]);
    expect(await ask({ school: greenfield.tenant.id })).toMatchObject({ count: 2 });
    expect(await ask({ school: riverside.tenant.id })).toMatchObject({ count: 0, results: [] });
    expect(await ask({ kind: 'book' })).toMatchObject({ count: 1 });
    // A page across two schools, and the one after it.
    const first = await ask({ limit: 2 });
    const next = await ask({ limit: 2, offset: 2 });
    expect([...first.results, ...next.results]).toEqual(all.results);
    expect([first.next, next.next]).toEqual(['?limit=2&offset=2&search=shown&kind=story&sort=title', null]);
  });

  it('are none for who runs no organization, and none in a school', async () => {
    expect(
      await world.refusal(office, catalogueEndpoints.listOfSchools, { query: { kind: 'story' } }),
    ).toMatchObject({ status: 403 });
    const inSchool = await world.call(
      await world.as(greenfield.organizationAdmin),
      catalogueEndpoints.listOfSchools,
      {
        query: { kind: 'story' },
      },
    );
    expect(inSchool).toEqual({ count: 0, next: null, results: [], schools: [] });
  });

  it('leave the numbers of the library alone', async () => {
    const { book_stats } = await world.call(office, libraryEndpoints.readBookStats, {});
    expect(book_stats.featured_book).toBe(0);
  });
});
