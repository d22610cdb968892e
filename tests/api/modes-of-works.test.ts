import { beforeAll, describe, expect, it } from 'vitest';
import { modeEndpoints } from '#contract/modes/modes.endpoints.ts';
import { categoryEndpoints } from '#contract/works/categories.endpoints.ts';
import { libraryEndpoints } from '#contract/works/library.endpoints.ts';
import { workEndpoints } from '#contract/works/works.endpoints.ts';
import { makeCauses, makeWorks } from '#server/seeds/factories.ts';
import type { TestSchool } from '../support/api-world.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();
const schools = (): TestSchool[] => [greenfield, riverside];
const modes: Record<string, string> = {};

beforeAll(async () => {
  const { results } = await world.call(await world.as(greenfield.student), modeEndpoints.list, { query: {} });
  for (const { id, name } of results) modes[name] = id;
  for (const school of schools()) {
    const office = await world.as(school.schoolAdmin);
    const { id: category } = await world.call(office, categoryEndpoints.create, { body: { name: 'Foxes' } });
    const work = (title: string, mode: string | null) => ({
      author_id: school.student.id,
      title,
      mode,
      categories: [category],
    });
    const { subdomain } = school.tenant;
    await makeWorks(world.context, school.tenant, [
      work(`A tale of ${subdomain}`, modes['Tales and wonders'] ?? null),
      work(`An animal of ${subdomain}`, modes['Animals and plants'] ?? null),
      work(`A page of ${subdomain}`, null),
    ]);
  }
});

const tales = () => ({ mode: modes['Tales and wonders'] ?? '' });
const empty = () => ({ mode: modes['How things work'] ?? '' });

describe('a mode', () => {
  it('lets through the works that stand in it, and those that stand in all, of the own school alone', async () => {
    for (const school of schools()) {
      const caller = await world.as(school.schoolAdmin);
      const titles = async (query: object) =>
        (await world.call(caller, workEndpoints.list, { query })).results
          .map(({ title }) => title)
          .toSorted();
      const { subdomain } = school.tenant;
      expect(await titles({})).toHaveLength(3);
      expect(await titles(tales())).toEqual([`A page of ${subdomain}`, `A tale of ${subdomain}`]);
      expect(await titles(empty())).toEqual([`A page of ${subdomain}`]);
    }
  });

  it('fills the shelves of the library and counts its categories', async () => {
    const caller = await world.as(greenfield.schoolAdmin);
    for (const [query, wanted] of [
      [{}, 3],
      [tales(), 2],
      [empty(), 1],
    ] as const) {
      const { count, newest, shelves } = await world.call(caller, libraryEndpoints.listShelves, { query });
      expect([count, newest.length, shelves.map(({ works }) => works.length)]).toEqual([
        wanted,
        wanted,
        [wanted],
      ]);
      const { results } = await world.call(caller, categoryEndpoints.list, { query });
      expect(results.map(({ works }) => works)).toEqual([wanted]);
    }
  });

  it('that is no mode is refused as a question, and one that nobody knows lets through what stands in all', async () => {
    const caller = await world.as(greenfield.schoolAdmin);
    const bad = await world.request(caller, 'GET', '/api/works/?mode=tales');
    expect(bad.status).toBe(400);
    const { count } = await world.call(caller, workEndpoints.list, {
      query: { mode: greenfield.ownClass.id },
    });
    expect(count).toBe(1);
  });
});

describe('the search over everything', () => {
  it('finds causes for everybody', async () => {
    await makeCauses(world.context, [{ name: 'Friends of the Hedgehog', slug: 'friends-of-the-hedgehog' }]);
    const query = { search: 'hedgeh' };
    for (const caller of [
      { host: riverside.host, access: null },
      await world.as(greenfield.student),
      await world.as(greenfield.teacher),
    ]) {
      const { causes } = await world.call(caller, libraryEndpoints.searchAll, { query });
      expect(causes).toMatchObject({ count: 1, results: [{ slug: 'friends-of-the-hedgehog' }] });
    }
  });

  it('names the class in which whoever asks finds a child', async () => {
    const query = { search: 'zoe' };
    const people = async (person: TestSchool['teacher']) =>
      (await world.call(await world.as(person), libraryEndpoints.searchAll, { query })).people.results.map(
        ({ id, school_class }) => [id, school_class?.id],
      );
    const [own] = greenfield.students;
    const [other] = greenfield.otherStudents;
    expect(await people(greenfield.teacher)).toEqual([[own?.id, greenfield.ownClass.id]]);
    expect(await people(greenfield.otherTeacher)).toEqual([[other?.id, greenfield.otherClass.id]]);
    const all = await people(greenfield.schoolAdmin);
    expect(all).toHaveLength(2);
    expect(all).toEqual(
      expect.arrayContaining([
        [own?.id, greenfield.ownClass.id],
        [other?.id, greenfield.otherClass.id],
      ]),
    );
    const nomad = await world.call(await world.as(greenfield.schoolAdmin), libraryEndpoints.searchAll, {
      query: { search: 'nomad' },
    });
    expect(nomad.people.results).toMatchObject([{ first_name: 'Nomad', school_class: null }]);
    const child = await world.call(await world.as(greenfield.student), libraryEndpoints.searchAll, { query });
    expect(child.people).toEqual({ count: 0, results: [] });
  });
});
