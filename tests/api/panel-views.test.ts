import { beforeAll, describe, expect, it } from 'vitest';
import { mostViews } from '#contract/panel/views.schema.ts';
import { viewEndpoints } from '#contract/panel/views.endpoints.ts';
import { makeMember } from '#server/seeds/factories.ts';
import type { Caller } from '../support/api-world.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();

let platform: Caller;
let colleague: Caller;

const view = {
  name: 'Parents',
  path: '/admin-panel/all-users',
  query: 'q=zo%C3%AB&role=parent&sort=-joined',
};
const list = async (caller = platform) => (await world.call(caller, viewEndpoints.listViews, {})).results;
const save = (body: Partial<typeof view> = {}, caller = platform) =>
  world.call(caller, viewEndpoints.saveView, { body: { ...view, ...body } });
const refusedSave = (body: Record<string, unknown>) =>
  world.refusal(platform, viewEndpoints.saveView, { body: { ...view, ...body } });
const rename = (viewId: string, name: string) => ({ params: { viewId }, body: { name } });

beforeAll(async () => {
  platform = await world.as(world.platformAdmin);
  const other = await makeMember(world.context, world.platform, {
    role: world.platformAdmin.role,
    first_name: 'Noor',
    last_name: 'Second',
    email: 'second@quillshelf.test',
  });
  colleague = await world.as({ ...other, tenant_id: world.platform.id });
});

describe('saved views', () => {
  it('are kept under a name, opened by another, and deleted', async () => {
    expect(await list()).toEqual([]);
    const saved = await save();
    expect(saved).toEqual({ id: expect.any(String) as string, ...view });
    expect(await list()).toEqual([saved]);
    const renamed = await world.call(platform, viewEndpoints.renameView, rename(saved.id, 'All parents'));
    expect(renamed).toEqual({ ...saved, name: 'All parents' });
    // To its own name in other letters.
    await world.call(platform, viewEndpoints.renameView, rename(saved.id, 'all PARENTS'));
    expect(await list()).toEqual([{ ...saved, name: 'all PARENTS' }]);
    await world.call(platform, viewEndpoints.deleteView, { params: { viewId: saved.id } });
    expect(await list()).toEqual([]);
    expect(
      await world.refusal(platform, viewEndpoints.deleteView, { params: { viewId: saved.id } }),
    ).toMatchObject({ status: 404, code: 'panel.view_not_found' });
  });

  it('are seen, renamed and deleted by the person alone who saved them', async () => {
    const { id } = await save();
    expect(await list(colleague)).toEqual([]);
    for (const refused of [
      world.refusal(colleague, viewEndpoints.renameView, rename(id, 'Mine')),
      world.refusal(colleague, viewEndpoints.deleteView, { params: { viewId: id } }),
    ])
      expect(await refused).toMatchObject({ status: 404, code: 'panel.view_not_found' });
    // Of the same name for each of them.
    const theirs = await save({}, colleague);
    expect(await list(colleague)).toEqual([theirs]);
    expect((await list()).map((each) => each.id)).toEqual([id]);
    await world.call(platform, viewEndpoints.deleteView, { params: { viewId: id } });
    expect(await list(colleague)).toEqual([theirs]);
  });

  it('lead to lists of the panel alone, and have a name of 1 to 60 characters', async () => {
    const bad: [keyof typeof view, string][] = [
      ['name', ''],
      ['name', '   '],
      ['name', 'x'.repeat(61)],
      ['path', '/admin-school/users'],
      ['path', '//evil.test/admin-panel/all-users'],
      ['path', 'https://evil.test/'],
      ['path', '/admin-panel/../login'],
      ['query', 'a b'],
      ['query', 'x#y'],
      ['query', 'after=abc'],
      ['query', 'x'.repeat(1001)],
    ];
    for (const [field, value] of bad)
      expect(await refusedSave({ [field]: value })).toMatchObject({
        status: 400,
        code: 'request.invalid',
        errors: { [field]: [expect.any(String)] },
      });
    expect(await list()).toEqual([]);
    const { name } = await save({ name: `  ${'ä'.repeat(60)} ` });
    expect(name).toBe('ä'.repeat(60));
    expect(await refusedSave({ name: 'A'.repeat(60) })).toMatchObject({
      status: 409,
      code: 'panel.view_name_taken',
    });
  });

  it('are 20 a person, also of those that are saved at once', async () => {
    const before = (await list()).length;
    const answers = await Promise.all(
      Array.from({ length: mostViews + 3 - before }, (_, number) =>
        world.request(platform, 'POST', '/api/v1/saved-views/', {
          body: { ...view, name: `View ${number}` },
        }),
      ),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(3);
    expect(refused[0]).toMatchObject({ status: 409, body: { code: 'panel.too_many_views' } });
    expect(await list()).toHaveLength(mostViews);
    await save({ name: 'Of a colleague' }, colleague);
  });

  it('are there on the platform’s own site alone', async () => {
    for (const school of [greenfield, riverside]) {
      const here = await world.as(world.platformAdmin, school.host);
      expect(await world.refusal(here, viewEndpoints.listViews, {})).toMatchObject({ status: 404 });
      const admin = await world.as(school.schoolAdmin, 'localhost');
      expect(await world.refusal(admin, viewEndpoints.listViews, {})).toMatchObject({ status: 401 });
    }
  });
});
