import { describe, expect, it } from 'vitest';
import { animalOf, avatarForId } from '#contract/kit/avatar-names.ts';
import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import { kindAnimals } from '#contract/students/default-animals.ts';
import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import { makeClass, makeStudents } from '#server/seeds/factories.ts';
import type { TestSchool } from '../support/api-world.ts';
import { asStudents, asTiles } from '../support/class-rows.ts';
import { QueryCount } from '../support/query-count.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const queries = new QueryCount();
const { world, greenfield, riverside } = worldOfFile({ plugins: [queries] });

type ListQuery = { limit?: number; offset?: number; search?: string };

async function pick(school: TestSchool, classCode: string, query: ListQuery = {}) {
  const { results, ...page } = await world.call(
    { host: school.host, access: null },
    studentEndpoints.listInClass,
    { params: { classCode }, query },
  );
  return { ...page, tiles: asTiles(results.students) };
}

async function refusal(school: TestSchool, classCode: string) {
  const { request_id: _id, ...said } = await world.refusal(
    { host: school.host, access: null },
    studentEndpoints.listInClass,
    { params: { classCode }, query: {} },
  );
  return said;
}

const namesOf = ({ tiles }: Awaited<ReturnType<typeof pick>>) =>
  tiles.map(({ first_name, last_initial }) => `${first_name} ${last_initial}`);

async function tileOf(school: TestSchool, firstName: string) {
  const { tiles } = await pick(school, school.ownClass.class_id);
  const tile = tiles.find(({ first_name }) => first_name === firstName);
  if (!tile) throw new Error(`${firstName} is not in the picker`);
  return tile;
}

function signIn(school: TestSchool, username: string, password: string) {
  return world.call({ host: school.host, access: null }, identityEndpoints.signIn, {
    body: { username, password },
  });
}

const invalidCode = {
  status: 404,
  code: 'students.invalid_class_code',
  error: 'Invalid class code. Please check and try again.',
  errors: {},
};

describe('the children of a class, to somebody with its code', () => {
  it('are first names and initials, in the order of the alphabet', async () => {
    expect(namesOf(await pick(greenfield, 'MAPXE247'))).toEqual([
      'Łukasz W.',
      'Siobhán O.',
      'Zoë F.',
      '美咲 田.',
    ]);
  });

  it.each(['mapxe247', ' MAPXE247 ', 'mapx e2 47'])('are found by %j as well', async (code) => {
    expect((await pick(greenfield, code)).count).toBe(4);
  });

  it('are shown with nothing by which one could be found elsewhere', async () => {
    const answer = await world.request(
      { host: greenfield.host, access: null },
      'GET',
      '/api/list-student-in-class/MAPXE247/',
    );
    const text = JSON.stringify(answer.body);
    for (const { id, last_name } of greenfield.students) {
      expect(text).not.toContain(id);
      expect(text).not.toContain(last_name);
    }
    expect(text).not.toContain('zoe-otter-42');
  });

  it('have the animal that they have everywhere, whether they chose it or not', async () => {
    const { administrator } = world.testDatabase;
    const [zoe] = greenfield.students;
    expect((await tileOf(greenfield, 'Zoë')).avatar).toBe(avatarForId(zoe?.id ?? ''));
    await administrator.query("update users set avatar = 'seal' where id = $1", [zoe?.id]);
    expect((await tileOf(greenfield, 'Zoë')).avatar).toBe('seal');
    await administrator.query("update users set avatar = 'https://a.example/me.png' where id = $1", [
      zoe?.id,
    ]);
    expect((await tileOf(greenfield, 'Zoë')).avatar).toBe(avatarForId(zoe?.id ?? ''));
    await administrator.query('update users set avatar = null where id = $1', [zoe?.id]);
  });

  it('are no two the same animal, which is in each username, too', async () => {
    for (const school of [greenfield, riverside]) {
      const whole = await makeClass(world.context, school.tenant, { teachers: [school.teacher] });
      const caller = await world.as(school.teacher);
      const add = async (count: number, last_name = 'Sand') => {
        const body = Array.from({ length: count }, () => ({ first_name: 'Mila', last_name }));
        const added = await world.call(caller, studentEndpoints.addToClass, {
          params: { classId: whole.id },
          body,
        });
        return added.data.students;
      };
      const made = [...(await add(1, 'Otter')), ...(await add(29)), ...(await add(14))];
      const animals = made.map(animalOf);
      expect(animals[0]).not.toBe('otter');
      expect(new Set(animals).size).toBe(kindAnimals.length);
      expect(made.map(({ username }) => username?.split('-')[1])).toEqual(animals);
      const { tiles } = await pick(school, whole.class_id, { limit: 50 });
      expect(tiles.map(({ avatar }) => avatar).toSorted()).toEqual(animals.toSorted());
      // More children than kind animals: the others are given out before any comes twice.
      const [last] = await add(1);
      if (!last) throw new Error('No child was added');
      expect(animals).not.toContain(animalOf(last));
      expect(kindAnimals).toContain(last.username?.split('-')[1]);
    }
  });

  it('come in pages of twenty', async () => {
    const big = await makeClass(world.context, greenfield.tenant, { class_id: 'BIGXX234' });
    const names = Array.from({ length: 31 }, (_, place) => `Child ${String(place).padStart(2, '0')}`);
    await makeStudents(
      world.context,
      greenfield.tenant,
      big,
      names.map((first_name) => ({ first_name, last_name: 'Fern' })),
    );
    const first = await pick(greenfield, 'BIGXX234');
    expect(first).toMatchObject({ count: 31, next: '?limit=20&offset=20' });
    const second = await pick(greenfield, 'BIGXX234', { offset: 20 });
    expect(second).toMatchObject({ count: 31, next: null });
    expect([...first.tiles, ...second.tiles].map(({ first_name }) => first_name)).toEqual(names);
    expect(new Set([...first.tiles, ...second.tiles].map(({ handle }) => handle)).size).toBe(31);
  });

  it('are searched by what is shown of them, in any case and without accents', async () => {
    const found = async (search: string) => namesOf(await pick(greenfield, 'MAPXE247', { search }));
    expect(await found('zoe')).toEqual(['Zoë F.']);
    expect(await found('SIOBHAN o')).toEqual(['Siobhán O.']);
    expect(await found('nobody')).toEqual([]);
    // A last name must not come to light letter by letter, nor a username.
    expect(await found('Zoë Fe')).toEqual([]);
    expect(await found('otter')).toEqual([]);
  });

  it('are those who can sign in: nobody who is archived', async () => {
    const { administrator } = world.testDatabase;
    const [, lukasz] = greenfield.students;
    await administrator.query('update users set archived_at = now() where id = $1', [lukasz?.id]);
    expect(namesOf(await pick(greenfield, 'MAPXE247'))).not.toContain('Łukasz W.');
    await administrator.query('update users set archived_at = null where id = $1', [lukasz?.id]);
  });

  it('are those of the school that was asked, where both have the same code', async () => {
    const here = await pick(greenfield, 'MAPXE247');
    const there = await pick(riverside, 'MAPXE247');
    expect(namesOf(here)).toEqual(namesOf(there));
    const handles = new Set(here.tiles.map(({ handle }) => handle));
    expect(there.tiles.filter(({ handle }) => handles.has(handle))).toEqual([]);
  });

  it('are given whole to the staff of the class', async () => {
    const { results } = await world.call(await world.as(greenfield.teacher), studentEndpoints.listInClass, {
      params: { classCode: 'MAPXE247' },
      query: {},
    });
    expect(asStudents(results.students).map(({ username }) => username)).toContain('zoe-otter-42');
  });

  it('are what somebody gets whose session has ended, too', async () => {
    const { results } = await world.call(
      { host: greenfield.host, access: 'not.a.token' },
      studentEndpoints.listInClass,
      { params: { classCode: 'MAPXE247' }, query: {} },
    );
    expect(asTiles(results.students)).toHaveLength(4);
  });
});

describe('a class code', () => {
  it('that no class has answers like that of a class without children', async () => {
    await makeClass(world.context, greenfield.tenant, { class_id: 'EMPTY234' });
    expect(await refusal(greenfield, 'EMPTY234')).toEqual(invalidCode);
    for (const code of ['NXSUCH99', ' ', '%', '\u0000', 'ẞ'.repeat(20)])
      expect(await refusal(greenfield, code)).toEqual(invalidCode);
  });

  it('that no class has is found out by as many statements as one without children', async () => {
    await makeClass(world.context, greenfield.tenant, { class_id: 'EMPTY567' });
    const asked = [];
    for (const code of ['EMPTY567', 'NXSUCH99']) {
      const before = queries.asked;
      expect(await refusal(greenfield, code)).toEqual(invalidCode);
      asked.push(queries.asked - before);
    }
    expect(new Set(asked).size).toBe(1);
  });

  it('of the other school is none here', async () => {
    await makeClass(world.context, riverside.tenant, { class_id: 'THEYR234' });
    expect(await refusal(greenfield, 'THEYR234')).toEqual(invalidCode);
  });
});

describe('a handle', () => {
  it('signs in as a username does, with the child’s own password', async () => {
    const { handle } = await tileOf(greenfield, 'Zoë');
    const { user } = await signIn(greenfield, handle, ' sunny-otter-42 ');
    expect(user).toMatchObject({ id: greenfield.student.id, username: 'zoe-otter-42' });
  });

  it('is the same the next morning, when a page was left open over night', async () => {
    const { handle } = await tileOf(greenfield, 'Zoë');
    world.clock.advance(16 * 60 * 60 * 1000);
    expect((await tileOf(greenfield, 'Zoë')).handle).toBe(handle);
    expect((await signIn(greenfield, handle, 'sunny-otter-42')).user.id).toBe(greenfield.student.id);
  });

  it('is nobody’s at the other school, where a child has the same name and password', async () => {
    const { handle } = await tileOf(greenfield, 'Zoë');
    const refused = await world.refusal({ host: riverside.host, access: null }, identityEndpoints.signIn, {
      body: { username: handle, password: 'sunny-otter-42' },
    });
    expect(refused).toMatchObject({ status: 401, code: 'identity.wrong_credentials' });
  });

  it('that somebody made up is nobody’s', async () => {
    for (const username of [`pupil.${'A'.repeat(22)}`, 'pupil.', greenfield.student.id]) {
      const refused = await world.refusal({ host: greenfield.host, access: null }, identityEndpoints.signIn, {
        body: { username, password: 'sunny-otter-42' },
      });
      expect(refused).toMatchObject({ status: 401, code: 'identity.wrong_credentials' });
    }
  });
});
