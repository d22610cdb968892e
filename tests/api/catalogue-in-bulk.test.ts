import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { catalogueEndpoints } from '#contract/catalogue/catalogue.endpoints.ts';
import {
  listedState,
  mayFeature,
  mayPublish,
  mayShelve,
  mayWithdraw,
} from '#contract/catalogue/catalogue.rules.ts';
import { limits } from '#contract/kit/limits.ts';
import { libraryEndpoints } from '#contract/works/library.endpoints.ts';
import { workEndpoints } from '#contract/works/works.endpoints.ts';
import { makeCategory } from '#server/seeds/factories.ts';
import type { Caller } from '../support/api-world.ts';
import { catalogueOfFile } from './catalogue.support.ts';

const { world, greenfield, riverside, office, teacher, list, stories } = catalogueOfFile();

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
