import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { classEndpoints } from '#contract/classes/classes.endpoints.ts';
import { memberEndpoints } from '#contract/members/members.endpoints.ts';
import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import { scopeOf, type Cursor, type PullAnswer, type Scope } from '#contract/sync/sync.schema.ts';
import type { Caller } from '../support/api-world.ts';
import { makeMember, type MadeMember } from '#server/seeds/factories.ts';
import { classOfThree } from '../support/class-of-three.ts';
import { untilWaiting } from '../support/lock-waits.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();

async function pull(caller: Caller, cursor: Cursor | null): Promise<PullAnswer> {
  return await world.call(caller, syncEndpoints.pull, { body: { client_id: randomUUID(), cursor } });
}

async function cursorOf(caller: Caller): Promise<Cursor> {
  let cursor: Cursor | null = null;
  for (;;) {
    const answer: PullAnswer = await pull(caller, cursor);
    cursor = answer.cursor;
    if (!answer.more) return cursor;
  }
}

/** Where a device will stand that pulls after the next change of this scope and before the one that follows. */
async function cursorBetween(caller: Caller, scope: Scope): Promise<Cursor> {
  const cursor = await cursorOf(caller);
  const { rows } = await world.testDatabase.administrator.query<{ version: string }>(
    'select version from scope_versions where scope = $1',
    [scope],
  );
  return { ...cursor, scopes: { ...cursor.scopes, [scope]: Number(rows[0]?.version ?? 0) + 1 } };
}

/** Runs both at once: the first one is through with its work and waits for a counter until the second one waits too. */
async function cross(
  counter: Scope,
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<void> {
  const { administrator } = world.testDatabase;
  await administrator.query('begin');
  await administrator.query('select from scope_versions where scope = $1 for update', [counter]);
  const moving = first();
  await untilWaiting(administrator, 1);
  const changing = second();
  await untilWaiting(administrator, 2);
  await administrator.query('commit');
  await Promise.all([moving, changing]);
}

/** A child of a class that is put elsewhere by somebody: where it stands afterwards, and on which counter that waits. */
interface Moved {
  readonly child: string;
  readonly place: Scope;
  readonly counter: Scope;
  move(caller: Caller): Promise<unknown>;
}

const school = () => scopeOf.school(greenfield.tenant.id);

const moves: Record<string, (admin: Caller) => Promise<Moved>> = {
  async 'gets its class back'(admin) {
    const { schoolClass, ids } = await classOfThree(world, greenfield);
    const params = { id: schoolClass.id };
    await world.call(admin, classEndpoints.archive, { params });
    const move = (caller: Caller) => world.call(caller, classEndpoints.restore, { params });
    return { child: ids[0] ?? '', place: scopeOf.schoolClass(schoolClass.id), counter: school(), move };
  },
  async 'loses its class'() {
    const { schoolClass, ids } = await classOfThree(world, greenfield);
    const move = (caller: Caller) =>
      world.call(caller, classEndpoints.archive, { params: { id: schoolClass.id } });
    return { child: ids[0] ?? '', place: school(), counter: scopeOf.schoolClass(schoolClass.id), move };
  },
  async 'goes to another class'() {
    const [from, to] = [await classOfThree(world, greenfield), await classOfThree(world, greenfield)];
    const place = scopeOf.schoolClass(to.schoolClass.id);
    const body = { user_ids: from.ids.slice(0, 1), school_class_id: to.schoolClass.id };
    const move = (caller: Caller) => world.call(caller, studentEndpoints.move, { body });
    return { child: from.ids[0] ?? '', place, counter: place, move };
  },
};

const changes: Record<string, (caller: Caller, id: string) => Promise<unknown>> = {
  'privacy, with others': (caller, id) =>
    world.call(caller, studentEndpoints.updatePrivacyInBulk, {
      body: { user_ids: [id], privacy_preference: 'community' },
    }),
  'privacy, alone': (caller, id) =>
    world.call(caller, studentEndpoints.updatePrivacy, {
      params: { id },
      body: { privacy_preference: 'community' },
    }),
  name: (caller, id) =>
    world.call(caller, studentEndpoints.rename, {
      params: { id },
      body: { first_name: 'Meanwhile', last_name: 'Fern' },
    }),
  'place among those who are archived': (caller, id) =>
    world.call(caller, studentEndpoints.archive, { body: { user_ids: [id] } }),
};

const shown: Record<keyof typeof changes, object> = {
  'privacy, with others': { privacy_preference: 'community' },
  'privacy, alone': { privacy_preference: 'community' },
  name: { first_name: 'Meanwhile' },
  'place among those who are archived': { archived_at: expect.any(String) as string },
};

describe('a child whose row is changed while it', () => {
  it.each(Object.keys(moves).flatMap((how) => Object.keys(changes).map((what) => [how, what] as const)))(
    '%s has the change on every device: %s',
    async (how, what) => {
      const admin = await world.as(greenfield.schoolAdmin);
      const nextDoor = await world.as(riverside.schoolAdmin);
      const moved = await moves[how]?.(admin);
      if (!moved) throw new Error('Nothing is moved');
      const between = await cursorBetween(admin, moved.place);
      const others = await cursorOf(nextDoor);
      const teacherAdmin = await world.as(greenfield.teacherAdmin);
      await cross(
        moved.counter,
        () => moved.move(teacherAdmin),
        () => changes[what]?.(admin, moved.child) ?? Promise.reject(new Error('Nothing is changed')),
      );

      const { scopes } = await pull(admin, between);
      const heard = scopes.find(({ scope }) => scope === moved.place)?.tables ?? {};
      expect(heard.students?.rows).toMatchObject([{ id: moved.child, ...shown[what] }]);
      if (what.startsWith('place') && moved.place !== school()) {
        const count = heard.classes?.rows[0]?.no_of_students;
        expect(count).toBe(how === 'goes to another class' ? 3 : 2);
      }
      expect((await pull(nextDoor, others)).scopes).toEqual([]);
    },
  );
});

/** A class whose teacher is somebody of this test alone, and what another person does with it. */
const given: Record<string, (teacher: MadeMember) => Promise<Omit<Moved, 'child'>>> = {
  async 'loses a class'(teacher) {
    const { schoolClass } = await classOfThree(world, greenfield, [teacher]);
    const move = (caller: Caller) =>
      world.call(caller, classEndpoints.archive, { params: { id: schoolClass.id } });
    return { place: school(), counter: scopeOf.schoolClass(schoolClass.id), move };
  },
  async 'is given a class'(teacher) {
    const { schoolClass } = await classOfThree(world, greenfield);
    const place = scopeOf.schoolClass(schoolClass.id);
    const move = (caller: Caller) =>
      world.call(caller, classEndpoints.assignTeachers, {
        params: { id: schoolClass.id },
        body: { lead_teacher_id: teacher.id, co_teacher_ids: [] },
      });
    return { place, counter: place, move };
  },
};

describe('a teacher who leaves the school while they', () => {
  it.each(Object.keys(given))('%s is gone from it on every device', async (how) => {
    const admin = await world.as(greenfield.schoolAdmin);
    const teacher = await makeMember(world.context, greenfield.tenant, {
      role: 'teacher',
      password_hash: 'none',
    });
    const moved = await given[how]?.(teacher);
    if (!moved) throw new Error('Nothing is moved');
    const between = await cursorBetween(admin, moved.place);
    const teacherAdmin = await world.as(greenfield.teacherAdmin);
    await cross(
      moved.counter,
      () => moved.move(teacherAdmin),
      () => world.call(admin, memberEndpoints.archive, { params: { userId: teacher.id } }),
    );
    const { scopes } = await pull(admin, between);
    const heard = scopes.find(({ scope }) => scope === moved.place)?.tables.classes?.rows;
    expect(heard).toMatchObject([{ assigned_teacher: null }]);
  });
});
