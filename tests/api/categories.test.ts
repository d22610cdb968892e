import { describe, expect, it } from 'vitest';
import { categoryEndpoints } from '#contract/works/categories.endpoints.ts';
import { workEndpoints } from '#contract/works/works.endpoints.ts';
import { makeCategory, react, makeWorks } from '#server/seeds/factories.ts';
import type { Caller } from '../support/api-world.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();

const office = () => world.as(greenfield.schoolAdmin);
const namesFor = async (who: 'student' | 'schoolAdmin', query = {}) =>
  (await world.call(await world.as(greenfield[who]), categoryEndpoints.list, { query })).results.map(
    ({ name }) => name,
  );

const auditOf = async (name: string) => {
  const { rows } = await world.testDatabase.administrator.query<{ action: string; actor_id: string }>(
    `select action, actor_id from audit_entries
     where action like 'categories.%' and details ->> 'name' = $1 order by id`,
    [name],
  );
  return rows;
};

describe('a category', () => {
  it('is made by the office, with an address of its own, and both schools may have one of the same name', async () => {
    const made = await world.call(await office(), categoryEndpoints.create, {
      body: { name: ' Fairy  tales ' },
    });
    expect(made).toMatchObject({ name: 'Fairy tales', slug: 'fairy-tales', works: 0, archived_at: null });
    const theirs = await world.call(await world.as(riverside.schoolAdmin), categoryEndpoints.create, {
      body: { name: 'Fairy tales' },
    });
    expect(theirs).toMatchObject({ slug: 'fairy-tales' });
    expect(await namesFor('student')).toEqual(['Fairy tales']);
    expect(await auditOf('Fairy tales')).toEqual([
      { action: 'categories.created', actor_id: greenfield.schoolAdmin.id },
      { action: 'categories.created', actor_id: riverside.schoolAdmin.id },
    ]);
  });

  it.each(['fairy tales', 'FAIRY TALES', 'Faïry tales'])('has a name that no other has: %s', async (name) => {
    expect(await world.refusal(await office(), categoryEndpoints.create, { body: { name } })).toMatchObject({
      status: 409,
      errors: { name: ['There is a category with this name already.'] },
    });
  });

  it.each(['', '   '])('has a name at all: %j', async (name) => {
    expect(await world.refusal(await office(), categoryEndpoints.create, { body: { name } })).toMatchObject({
      status: 400,
      errors: { name: ['Please enter a name'] },
    });
  });

  it('is renamed and keeps its address', async () => {
    const { id } = await makeCategory(world.context, greenfield.tenant, 'Sports');
    const call = await office();
    const renamed = await world.call(call, categoryEndpoints.rename, {
      params: { categoryId: id },
      body: { name: 'Games' },
    });
    expect(renamed).toMatchObject({ name: 'Games', slug: 'sports' });
    expect(
      await world.refusal(call, categoryEndpoints.rename, {
        params: { categoryId: id },
        body: { name: 'Fairy tales' },
      }),
    ).toMatchObject({ status: 409 });
    expect(await auditOf('Games')).toEqual([
      { action: 'categories.renamed', actor_id: greenfield.schoolAdmin.id },
    ]);
    // In other letters it is still its own name.
    expect(
      await world.call(call, categoryEndpoints.rename, {
        params: { categoryId: id },
        body: { name: 'GAMES' },
      }),
    ).toMatchObject({ name: 'GAMES' });
  });

  it('that is archived is off the shelves, its works are not, and it comes back with them', async () => {
    const { id } = await makeCategory(world.context, greenfield.tenant, 'Old news');
    const [work] = await makeWorks(world.context, greenfield.tenant, [{ author_id: null, categories: [id] }]);
    const call = await office();
    const params = { categoryId: id };
    await world.call(call, categoryEndpoints.archive, { params });
    expect(await namesFor('student')).not.toContain('Old news');
    // What is put away is shown to those alone who can put it back.
    expect(await namesFor('student', { is_archived: 'true' })).not.toContain('Old news');
    expect(await namesFor('schoolAdmin', { is_archived: 'true' })).toEqual(['Old news']);
    const student = await world.as(greenfield.student);
    const read = () => world.call(student, workEndpoints.read, { params: { workId: work?.id ?? '' } });
    expect((await read()).categories).toEqual([]);
    expect(await world.call(call, categoryEndpoints.restore, { params })).toMatchObject({
      works: 1,
      archived_at: null,
    });
    expect((await read()).categories).toEqual([id]);
    const { id: actor_id } = greenfield.schoolAdmin;
    expect(await auditOf('Old news')).toEqual([
      { action: 'categories.archived', actor_id },
      { action: 'categories.restored', actor_id },
    ]);
  });

  it('of the other school is not there', async () => {
    const { id } = await makeCategory(world.context, riverside.tenant, 'Theirs');
    const call = await office();
    const params = { categoryId: id };
    for (const endpoint of [categoryEndpoints.read, categoryEndpoints.archive, categoryEndpoints.restore])
      expect(await world.refusal(call, endpoint, { params })).toMatchObject({ code: 'categories.not_found' });
    expect(
      await world.refusal(call, categoryEndpoints.rename, { params, body: { name: 'Ours' } }),
    ).toMatchObject({ code: 'categories.not_found' });
    expect(
      await world.call(await world.as(riverside.schoolAdmin), categoryEndpoints.read, { params }),
    ).toMatchObject({
      name: 'Theirs',
    });
  });

  it('has the kind words that its works got, the most first, of what whoever asks may see', async () => {
    const [sea, space, away] = await Promise.all(
      ['The sea', 'Space', 'Put away'].map((name) => makeCategory(world.context, greenfield.tenant, name)),
    );
    if (!sea || !space || !away) throw new Error('No categories were made');
    const put = (ids: string[], fields: { visibility: 'public' | 'community'; state?: 'withdrawn' }) =>
      makeWorks(world.context, greenfield.tenant, [{ author_id: null, categories: ids, ...fields }]);
    const [open] = await put([sea.id, away.id], { visibility: 'public' });
    const [ours] = await put([space.id], { visibility: 'community' });
    const [gone] = await put([sea.id], { visibility: 'public', state: 'withdrawn' });
    const says = (work: { id: string } | undefined, user: { id: string }) => ({
      work_id: work?.id ?? '',
      user_id: user.id,
      reaction: 'love' as const,
    });
    await react(world.context, greenfield.tenant, [
      says(open, greenfield.student),
      says(ours, greenfield.student),
      says(ours, greenfield.teacher),
      says(gone, greenfield.student),
    ]);
    await world.call(await office(), categoryEndpoints.archive, { params: { categoryId: away.id } });
    const told = async (caller: Caller) => {
      const { categories } = await world.call(caller, categoryEndpoints.readContributions, {});
      return categories.filter(({ id }) => [sea.id, space.id, away.id].includes(id));
    };
    const staffs = await told(await office());
    expect(staffs).toEqual([
      { id: space.id, name: 'Space', reactions: 2 },
      { id: sea.id, name: 'The sea', reactions: 1 },
    ]);
    expect(await told(await world.as('visitor'))).toEqual([
      { id: sea.id, name: 'The sea', reactions: 1 },
      { id: space.id, name: 'Space', reactions: 0 },
    ]);
    expect(await told(await world.as(riverside.schoolAdmin))).toEqual([]);
  });

  it('counts what whoever asks may see', async () => {
    const { id } = await makeCategory(world.context, greenfield.tenant, 'Counted');
    await makeWorks(world.context, greenfield.tenant, [
      { author_id: null, categories: [id], visibility: 'public' },
      { author_id: null, categories: [id], visibility: 'community' },
      { author_id: null, categories: [id], state: 'draft' },
    ]);
    const counted = async (who: 'student' | 'schoolAdmin' | null) => {
      const caller = who === null ? await world.as('visitor') : await world.as(greenfield[who]);
      const { results } = await world.call(caller, categoryEndpoints.list, { query: {} });
      return results.find((category) => category.id === id)?.works;
    };
    expect([await counted(null), await counted('student'), await counted('schoolAdmin')]).toEqual([1, 2, 2]);
  });
});
