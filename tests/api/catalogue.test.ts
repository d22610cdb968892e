import { describe, expect, it } from 'vitest';
import { catalogueEndpoints } from '#contract/catalogue/catalogue.endpoints.ts';
import type { EndpointInput } from '#contract/kit/endpoint.ts';
import { moderationEndpoints } from '#contract/moderation/moderation.endpoints.ts';
import { libraryEndpoints } from '#contract/works/library.endpoints.ts';
import {
  linkSchool,
  makeCategory,
  makeTenant,
  makeWorks,
  permitPublic,
  setPrivacy,
} from '#server/seeds/factories.ts';
import type { Caller } from '../support/api-world.ts';
import { catalogueOfFile, type Query } from './catalogue.support.ts';

const { world, greenfield, riverside, office, teacher, teacherOfBirch, neighbours, list, stories } =
  catalogueOfFile();

const titles = async (caller: Caller, query: Partial<Query> = {}) =>
  (await list(caller, query)).results.map(({ title }) => title);

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
