import { beforeEach, describe, expect, it } from 'vitest';
import { causeEndpoints } from '#contract/causes/causes.endpoints.ts';
import { dashboardEndpoints } from '#contract/dashboard/dashboard.endpoints.ts';
import { modeEndpoints } from '#contract/modes/modes.endpoints.ts';
import type { Mode } from '#contract/modes/modes.schema.ts';
import { findCauses } from '#server/modules/causes/causes.repository.ts';
import { inTenant } from '#server/platform/database.ts';
import { makeCauses } from '#server/seeds/factories.ts';
import type { Caller, TestSchool } from '../support/api-world.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();

beforeEach(async () => {
  await world.testDatabase.administrator.query('delete from mode_locks');
});

const modesFor = async (caller: Caller): Promise<Mode[]> =>
  (await world.call(caller, modeEndpoints.list, { query: {} })).results;
const lockedFor = async (school: TestSchool) =>
  (await modesFor(await world.as(school.student))).filter(({ locked }) => locked).map(({ name }) => name);
const office = (school = greenfield) => world.as(school.schoolAdmin);

async function modeNamed(name: string): Promise<Mode> {
  const found = (await modesFor(await office())).find((mode) => mode.name === name);
  if (!found) throw new Error(`No mode is called ${name}`);
  return found;
}

async function setLock(caller: Caller, name: string, locked: boolean) {
  const { id } = await modeNamed(name);
  return await world.call(caller, modeEndpoints.setLock, { params: { id }, body: { locked } });
}

describe('the modes of the platform', () => {
  it('are the same to all who are signed in, each with its picture', async () => {
    const { student, teacher, schoolAdmin } = greenfield;
    const all = await modesFor(await world.as(student));
    expect(all.map(({ name }) => name)).toEqual([
      'Tales and wonders',
      'Animals and plants',
      'How things work',
      'People and places',
      'Friends and feelings',
      'Caring for the earth',
    ]);
    for (const { image, locked, active, status } of all) {
      expect(image).toMatch(/^\/pictures\/modes\/[a-z-]+\.svg$/u);
      expect({ locked, active, status }).toEqual({ locked: false, active: true, status: 'ACTIVE' });
    }
    for (const person of [teacher, schoolAdmin, riverside.student, world.platformAdmin])
      expect(await modesFor(await world.as(person))).toEqual(all);
  });

  it('are none for a visitor, who is told so with 200', async () => {
    for (const host of [greenfield.host, 'localhost']) {
      const { status, body } = await world.request({ host, access: null }, 'GET', '/api/modes/');
      expect({ status, body }).toEqual({ status: 200, body: { count: 0, next: null, results: [] } });
    }
  });

  it('come in pages', async () => {
    const caller = await world.as(greenfield.student);
    const all = await modesFor(caller);
    const query = { limit: 2, offset: 1 };
    expect(await world.call(caller, modeEndpoints.list, { query })).toEqual({
      count: 6,
      next: '?limit=2&offset=3',
      results: all.slice(1, 3),
    });
  });

  it('tell a token of another school that it is not good here', async () => {
    const { access } = await world.as(riverside.student);
    expect(
      await world.refusal({ host: greenfield.host, access }, modeEndpoints.list, { query: {} }),
    ).toMatchObject({ status: 401 });
  });
});

describe('locking a mode', () => {
  it('closes it to one school, and to no other', async () => {
    expect(await setLock(await office(), 'How things work', true)).toMatchObject({
      name: 'How things work',
      locked: true,
    });
    expect(await lockedFor(greenfield)).toEqual(['How things work']);
    expect(await lockedFor(riverside)).toEqual([]);
    await setLock(await office(riverside), 'Tales and wonders', true);
    expect(await lockedFor(greenfield)).toEqual(['How things work']);
    expect(await lockedFor(riverside)).toEqual(['Tales and wonders']);
  });

  it('is undone by opening it, and doing either twice changes nothing', async () => {
    for (const locked of [true, true, false, false])
      expect((await setLock(await office(), 'People and places', locked)).locked).toBe(locked);
    expect(await lockedFor(greenfield)).toEqual([]);
    const { results } = await world.call(await office(), dashboardEndpoints.listActivity, { query: {} });
    const told = results
      .filter(({ facts }) => facts.name === 'People and places')
      .map(({ action }) => action);
    expect(told).toEqual(['modes.unlocked', 'modes.locked']);
  });

  it('is for those alone who run the school', async () => {
    const { id } = await modeNamed('Tales and wonders');
    const input = { params: { id }, body: { locked: true } };
    for (const person of [greenfield.student, greenfield.teacher, greenfield.teacherAdmin, greenfield.parent])
      expect(await world.refusal(await world.as(person), modeEndpoints.setLock, input)).toMatchObject({
        status: 403,
      });
    expect(await lockedFor(greenfield)).toEqual([]);
    const guest = await world.as(greenfield.organizationAdmin);
    expect(await world.call(guest, modeEndpoints.setLock, input)).toMatchObject({ locked: true });
  });

  it('is refused for what is no mode, and for what says nothing', async () => {
    const caller = await office();
    const id = greenfield.ownClass.id;
    expect(
      await world.refusal(caller, modeEndpoints.setLock, { params: { id }, body: { locked: true } }),
    ).toMatchObject({ status: 404, code: 'modes.not_found', error: 'There is no such mode.' });
    const mode = await modeNamed('Tales and wonders');
    const { status, body } = await world.request(caller, 'PUT', `/api/modes/${mode.id}/lock/`, { body: {} });
    expect([status, body]).toMatchObject([400, { errors: { locked: [expect.any(String)] } }]);
  });
});

describe('looking for a cause', () => {
  it('finds it by words of its name, in any order and half typed, without case and accents', async () => {
    await makeCauses(world.context, [
      { name: 'Amis du hérisson', slug: 'amis-du-herisson' },
      { name: 'Amis de la forêt', slug: 'amis-de-la-foret' },
    ]);
    const find = (search: string, limit = 5) =>
      inTenant(world.context.database, greenfield.tenant.id, (transaction) =>
        findCauses(transaction, { search, limit }),
      );
    const names = async (search: string) => (await find(search)).results.map(({ name }) => name);
    expect(await names('AMIS')).toEqual(['Amis de la forêt', 'Amis du hérisson']);
    expect(await names('heriss amis')).toEqual(['Amis du hérisson']);
    expect(await names('forêt hérisson')).toEqual([]);
    expect(await names('  ')).toEqual([]);
    expect(await find('amis', 1)).toMatchObject({ count: 2, results: [{ slug: 'amis-de-la-foret' }] });
    await world.testDatabase.administrator.query('delete from causes');
  });
});

describe('the causes of the platform', () => {
  it('are read by everybody, by name, with the name that they have in addresses', async () => {
    await makeCauses(world.context, [
      { name: 'Trees for Tomorrow', slug: 'trees-for-tomorrow' },
      { name: 'Clean Water Wells', slug: 'clean-water-wells' },
    ]);
    const told = {
      id: expect.any(String),
      state: 'open',
      summary: '',
      picture: null,
      country: null,
      goal: null,
      sums: [],
      is_test: expect.any(Boolean),
    };
    const wanted = [
      { ...told, name: 'Clean Water Wells', slug: 'clean-water-wells' },
      { ...told, name: 'Trees for Tomorrow', slug: 'trees-for-tomorrow' },
    ];
    const callers: Caller[] = [
      { host: greenfield.host, access: null },
      { host: 'localhost', access: null },
      await world.as(riverside.student),
      await world.as(world.platformAdmin),
    ];
    for (const caller of callers)
      expect(await world.call(caller, causeEndpoints.list, { query: {} })).toEqual({
        count: 2,
        next: null,
        results: wanted,
      });
    const [caller] = callers;
    if (!caller) throw new Error('Somebody has to ask');
    expect(await world.call(caller, causeEndpoints.list, { query: { limit: 1, offset: 0 } })).toEqual({
      count: 2,
      next: '?limit=1&offset=1',
      results: wanted.slice(0, 1),
    });
  });
});
