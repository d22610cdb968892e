import { randomUUID } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { deviceEndpoints } from '#contract/devices/devices.endpoints.ts';
import { PreparedDevice } from '#contract/devices/preparation.schema.ts';
import { memberEndpoints } from '#contract/members/members.endpoints.ts';
import { makeClass, makeMember } from '#server/seeds/factories.ts';
import type { Person } from '../support/api-world.ts';
import { wholeDatabase } from '../support/whole-database.ts';
import {
  classNames,
  everybody,
  preparationsOfFile,
  refused,
  type Wanted,
} from './prepared-tablets.support.ts';

const { world, greenfield, riverside, tabletOf, bodyOf, prepare, ask, refusedToAsk, listed, takeBack } =
  preparationsOfFile();

async function refusedToPrepare(person: Person, wanted: Wanted) {
  const body = await bodyOf(person, wanted);
  const { status, code } = await world.refusal(await world.as(person), deviceEndpoints.prepare, { body });
  return { status, code };
}

describe('a tablet is prepared', () => {
  it('by a teacher for the own classes alone', async () => {
    for (const other of [greenfield.otherClass, riverside.ownClass, { id: uuidv7() }])
      expect(await refusedToPrepare(greenfield.teacher, { classes: [greenfield.ownClass, other] })).toEqual({
        status: 404,
        code: 'classes.not_found',
      });
    expect(await refusedToPrepare(greenfield.teacher, { classes: null })).toEqual({
      status: 403,
      code: 'request.forbidden',
    });
  });

  it.each(['teacherAdmin', 'schoolAdmin', 'organizationAdmin'] as const)(
    'for any class or the whole school by a %s, those without a class among them',
    async (who) => {
      const some = await prepare(greenfield[who], { classes: [greenfield.ownClass, greenfield.otherClass] });
      expect(classNames(some.pack)).toEqual(['Birch', 'Maple']);
      expect(some.pack.without_class).toEqual([]);
      const { pack } = await prepare(greenfield[who], { classes: null });
      expect(classNames(pack)).toEqual(expect.arrayContaining(['Birch', 'Maple']));
      expect(pack.without_class.map(({ id }) => id)).toContain(greenfield.studentWithoutClass.id);
      const found = JSON.stringify(pack);
      for (const { id } of [...riverside.students, riverside.ownClass]) expect(found).not.toContain(id);
    },
  );

  it.each(['student', 'parent'] as const)('by no %s', async (who) => {
    const wanted = { classes: [greenfield.ownClass] };
    expect(await refusedToPrepare(greenfield[who], wanted)).toEqual({
      status: 403,
      code: 'request.forbidden',
    });
  });

  it('only where the person sees the tablet', async () => {
    const colleagues = await tabletOf(greenfield.otherTeacher);
    const inRiverside = await tabletOf(riverside.teacher);
    for (const device_id of [colleagues, inRiverside, uuidv7()])
      expect(
        await refusedToPrepare(greenfield.teacher, { classes: [greenfield.ownClass], device_id }),
      ).toEqual({ status: 404, code: 'devices.not_found' });
    expect((await listed(greenfield.schoolAdmin, colleagues))?.preparation).toBeNull();
  });

  it('for one class at least, and for one that stands there twice once', async () => {
    const { device_id, pack } = await prepare(greenfield.teacher, {
      classes: [greenfield.ownClass, greenfield.ownClass],
    });
    expect(classNames(pack)).toEqual(['Maple']);
    const answer = await world.refusal(await world.as(greenfield.teacher), deviceEndpoints.prepare, {
      body: { device_id, school_class_ids: [] },
    });
    expect(answer).toMatchObject({
      status: 400,
      errors: { school_class_ids: ['Please choose at least one class'] },
    });
  });

  it('in the list and in the audit for everybody to see, and its token is kept as a hash', async () => {
    const { device_id, preparation_id, token } = await prepare(greenfield.teacher, {
      classes: [greenfield.ownClass],
    });
    const made_at = world.clock.now().toISOString();
    for (const person of [greenfield.teacher, greenfield.schoolAdmin])
      expect((await listed(person, device_id))?.preparation).toEqual({
        id: preparation_id,
        school_classes: [{ id: greenfield.ownClass.id, name: 'Maple' }],
        made_at,
        made_by: { id: greenfield.teacher.id, first_name: 'teacher', last_name: 'greenfield' },
        last_pack_at: made_at,
        is_paused: false,
        may_keep: false,
      });
    const { administrator } = world.testDatabase;
    const { rows } = await administrator.query(
      'select action, actor_id, details from audit_entries where subject_id = $1',
      [device_id],
    );
    expect(rows).toEqual([
      {
        action: 'devices.prepared',
        actor_id: greenfield.teacher.id,
        details: { preparation_id, school_class_ids: [greenfield.ownClass.id] },
      },
    ]);
    const stored = await administrator.query<{ row: string }>(
      'select p::text as row from device_preparations p where id = $1 union all select a::text from audit_entries a',
      [preparation_id],
    );
    for (const { row } of stored.rows) expect(row).not.toContain(token);
  });

  it('with an Idempotency-Key once, and neither its token nor its pack is kept for whoever asks again', async () => {
    const key = randomUUID();
    for (const { teacher, ownClass, host } of [greenfield, riverside]) {
      const body = await bodyOf(teacher, { classes: [ownClass] });
      const caller = await world.as(teacher);
      const send = () =>
        world.request(caller, 'POST', '/api/devices/prepare/', {
          body,
          headers: { 'idempotency-key': key },
        });
      const { status, body: answer } = await send();
      expect(status).toBe(200);
      const { token, pack } = v.parse(PreparedDevice, answer);
      expect(everybody(pack).length).toBeGreaterThan(0);
      const kept = await wholeDatabase(world.testDatabase.administrator);
      expect(
        [token, ...everybody(pack).map(({ handle }) => handle)].filter((text) => kept.includes(text)),
      ).toEqual([]);
      expect(await send()).toMatchObject({ status: 409, body: { code: 'request.already_applied' } });
      expect((await ask(token, { host })).pack?.version).toBe(pack.version);
    }
  });

  it('for the whole school is said so in the list', async () => {
    const { device_id } = await prepare(greenfield.teacherAdmin, { classes: null });
    expect(await listed(greenfield.schoolAdmin, device_id)).toMatchObject({
      preparation: { school_classes: null },
    });
  });

  it('once: preparing it again ends what was before', async () => {
    const first = await prepare(greenfield.teacher, { classes: [greenfield.ownClass] });
    const second = await prepare(greenfield.teacher, {
      classes: [greenfield.ownClass],
      device_id: first.device_id,
    });
    expect(await refusedToAsk(first.token)).toEqual(refused);
    expect((await ask(second.token)).pack).toEqual(second.pack);
  });

  it('once, also when two ask for it at the same moment', async () => {
    const device_id = await tabletOf(greenfield.teacher);
    const wanted = { classes: [greenfield.ownClass], device_id };
    const both = await Promise.all([
      prepare(greenfield.teacher, wanted),
      prepare(greenfield.teacher, wanted),
    ]);
    const { rows } = await world.testDatabase.administrator.query(
      'select id from device_preparations where device_id = $1 and revoked_at is null',
      [device_id],
    );
    expect(rows).toHaveLength(1);
    expect(both.map(({ preparation_id }) => preparation_id)).toContain((rows[0] as { id: string }).id);
  });
});

describe('a preparation that is taken back', () => {
  it('is refused from then on, is gone from the list, and is written in the audit', async () => {
    const { device_id, preparation_id, token } = await prepare(greenfield.teacher, {
      classes: [greenfield.ownClass],
    });
    expect(await takeBack(greenfield.schoolAdmin, device_id)).toMatchObject({
      id: device_id,
      preparation: null,
    });
    expect(await refusedToAsk(token)).toEqual(refused);
    expect((await listed(greenfield.teacher, device_id))?.preparation).toBeNull();
    // Twice is once.
    await takeBack(greenfield.teacher, device_id);
    const { rows } = await world.testDatabase.administrator.query(
      `select actor_id, details from audit_entries where subject_id = $1 and action = 'devices.preparation_ended'`,
      [device_id],
    );
    expect(rows).toEqual([{ actor_id: greenfield.schoolAdmin.id, details: { preparation_id } }]);
  });

  it('is taken back by nobody who does not see the tablet', async () => {
    const { device_id, token } = await prepare(greenfield.otherTeacher, { classes: [greenfield.otherClass] });
    for (const person of [greenfield.teacher, riverside.schoolAdmin])
      expect(
        await world.refusal(await world.as(person), deviceEndpoints.endPreparation, {
          params: { id: device_id },
        }),
      ).toMatchObject({ status: 404, code: 'devices.not_found' });
    expect((await ask(token)).pack).not.toBeNull();
  });

  it('is so when the tablet is taken off the list', async () => {
    const { device_id, token } = await prepare(greenfield.teacher, { classes: [greenfield.ownClass] });
    await world.call(await world.as(greenfield.teacher), deviceEndpoints.forget, {
      params: { id: device_id },
    });
    expect(await refusedToAsk(token)).toEqual(refused);
    await tabletOf(greenfield.teacher, device_id);
    expect((await listed(greenfield.teacher, device_id))?.preparation).toBeNull();
  });
});

describe('a preparation whose giver lost the right', () => {
  const archive = async (id: string) =>
    await world.call(await world.as(greenfield.schoolAdmin), memberEndpoints.archive, {
      params: { userId: id },
    });
  const keep = async (person: Person, ...device_ids: string[]) =>
    (
      await world.call(await world.as(person), deviceEndpoints.keepPreparations, { body: { device_ids } })
    ).results.map(({ preparation }) => preparation?.is_paused);
  const kept = async (device_id: string) =>
    (
      await world.testDatabase.administrator.query<{ actor_id: string }>(
        `select actor_id from audit_entries where subject_id = $1 and action = 'devices.preparation_kept'`,
        [device_id],
      )
    ).rows.map(({ actor_id }) => actor_id);

  async function member(role: 'teacher' | 'school_admin') {
    return await makeMember(world.context, greenfield.tenant, { role, password: 'Test-password-1' });
  }

  it('is paused and listed when they are archived, and kept by one tap of the office', async () => {
    const admin = await member('school_admin');
    const { device_id, token } = await prepare(admin, { classes: [greenfield.ownClass] });
    expect(await archive(admin.id)).toMatchObject({
      prepared_tablets: [{ id: device_id, is_paused: true }],
    });
    expect((await ask(token)).pack).toMatchObject({ classes: [], without_class: [] });
    expect((await listed(greenfield.teacher, device_id))?.preparation).toMatchObject({
      is_paused: true,
      may_keep: true,
    });
    expect(await keep(greenfield.schoolAdmin, device_id)).toEqual([false]);
    expect(classNames((await ask(token)).pack ?? { classes: [], version: '', without_class: [] })).toEqual([
      'Maple',
    ]);
    expect(await kept(device_id)).toEqual([greenfield.schoolAdmin.id]);
    const { rows } = await world.testDatabase.administrator.query<{ details: unknown }>(
      `select details from audit_entries where subject_id = $1 and action = 'members.archived'`,
      [admin.id],
    );
    expect(rows).toMatchObject([{ details: { prepared_tablets: [device_id] } }]);
  });

  it('is kept by a teacher as far as their classes go, and by nobody else for the whole school', async () => {
    const admin = await member('school_admin');
    const whole = await prepare(admin, { classes: null });
    const some = await prepare(admin, { classes: [greenfield.ownClass, greenfield.otherClass] });
    await archive(admin.id);
    // For a teacher to see it, somebody of their class has used it.
    await tabletOf(greenfield.teacher, whole.device_id);
    expect(await keep(greenfield.teacher, whole.device_id, some.device_id)).toEqual([true, true]);
    expect((await ask(whole.token)).pack).toMatchObject({ classes: [], without_class: [] });
    expect((await ask(some.token)).pack).toMatchObject({ classes: [{ name: 'Maple' }] });
    expect(await kept(whole.device_id)).toEqual([]);
    expect((await listed(greenfield.teacher, some.device_id))?.preparation?.may_keep).toBe(false);
    expect(await keep(greenfield.teacherAdmin, whole.device_id, some.device_id)).toEqual([false, false]);
    expect(everybody((await ask(whole.token)).pack ?? whole.pack)).toHaveLength(everybody(whole.pack).length);
  });

  it('is kept by nobody who does not see the tablet, and all at once or none', async () => {
    const admin = await member('school_admin');
    const mine = await prepare(admin, { classes: [greenfield.ownClass] });
    const others = await prepare(admin, { classes: [greenfield.otherClass] });
    await archive(admin.id);
    for (const person of [greenfield.teacher, riverside.schoolAdmin])
      expect(
        await world.refusal(await world.as(person), deviceEndpoints.keepPreparations, {
          body: { device_ids: [mine.device_id, others.device_id] },
        }),
      ).toMatchObject({ status: 404, code: 'devices.not_found' });
    expect(await kept(mine.device_id)).toEqual([]);
    expect((await ask(mine.token)).pack?.classes).toEqual([]);
  });

  it('goes on for the classes that others gave', async () => {
    const teacher = await member('teacher');
    const schoolClass = await makeClass(world.context, greenfield.tenant, {
      name: 'Elm',
      teachers: [teacher],
    });
    const { device_id, token } = await prepare(greenfield.teacher, { classes: [greenfield.ownClass] });
    await tabletOf(teacher, device_id);
    const both = await prepare(teacher, { classes: [schoolClass], device_id, token });
    expect(classNames(both.pack).toSorted()).toEqual(['Elm', 'Maple']);
    await archive(teacher.id);
    expect((await ask(both.token)).pack).toMatchObject({ classes: [{ name: 'Maple' }] });
  });
});
