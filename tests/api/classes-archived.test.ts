import { randomUUID } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { classEndpoints } from '#contract/classes/classes.endpoints.ts';
import { deviceEndpoints } from '#contract/devices/devices.endpoints.ts';
import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import { classAccess } from '#server/modules/classes/classes.service.ts';
import { Changes } from '#server/platform/changes.ts';
import { inTenant } from '#server/platform/database.ts';
import { makeClass, makeMember } from '#server/seeds/factories.ts';
import type { Person } from '../support/api-world.ts';
import { classOfThree } from '../support/class-of-three.ts';
import { reportAs } from '../support/device-reports.ts';
import { classChangesOfFile, classScope, queued } from './class-changes.support.ts';

const { world, greenfield, riverside, fingerprint, change, readAs, push, pull, versionOf, audited, tilesOf } =
  classChangesOfFile();

async function assign(person: Person, id: string, lead: string | null, ...co: string[]) {
  return await world.call(await world.as(person), classEndpoints.assignTeachers, {
    params: { id },
    body: { lead_teacher_id: lead, co_teacher_ids: co },
  });
}

describe('archiving a class', () => {
  it('puts its children into no class, keeps what it counted, and ends its class code', async () => {
    const { schoolClass, ids } = await classOfThree(world, greenfield);
    expect(await tilesOf(schoolClass.class_id)).toMatchObject({ status: 200, body: { count: 3 } });
    const device = await pull(greenfield.schoolAdmin);
    const archived = await change(greenfield.schoolAdmin, 'archive', schoolClass.id);
    expect(archived).toMatchObject({
      no_of_students: 3,
      archived_by: { first_name: 'admin', last_name: 'greenfield' },
    });
    expect(archived.archived_at).toBe(world.clock.now().toISOString());
    expect(await tilesOf(schoolClass.class_id)).toMatchObject({
      status: 404,
      body: { error: 'Invalid class code. Please check and try again.' },
    });

    const after = await pull(greenfield.schoolAdmin, device);
    const school = scopeOf.school(greenfield.tenant.id);
    expect(after.scopes).not.toContain(classScope(schoolClass));
    expect(after.ids(school, 'classes')).toContain(schoolClass.id);
    expect(after.ids(school, 'students')).toEqual(expect.arrayContaining(ids));
    expect(after.contents()).toEqual((await pull(greenfield.schoolAdmin)).contents());
    expect(await audited(schoolClass.id)).toMatchObject([
      { actor_id: greenfield.schoolAdmin.id, action: 'classes.archived', details: { students: 3 } },
    ]);
  });

  it('takes it from its teachers at the next pull, and gives it back with the class', async () => {
    const { schoolClass } = await classOfThree(world, greenfield);
    const device = await pull(greenfield.teacher);
    const own = scopeOf.user(greenfield.teacher.id);
    const before = await versionOf(own);
    await change(greenfield.schoolAdmin, 'archive', schoolClass.id);
    // Their tablets hear of it by the one scope that they keep.
    expect(await versionOf(own)).toBe(before + 1);
    expect((await pull(greenfield.teacher, device)).scopes).not.toContain(classScope(schoolClass));
    await change(greenfield.schoolAdmin, 'restore', schoolClass.id);
    expect(await versionOf(own)).toBe(before + 2);
    expect((await pull(greenfield.teacher, device)).ids(classScope(schoolClass), 'students')).toHaveLength(3);
  });

  it('is a state: twice is once, and so is restoring', async () => {
    const { schoolClass } = await classOfThree(world, greenfield);
    const first = await change(greenfield.schoolAdmin, 'archive', schoolClass.id);
    expect(await change(greenfield.teacherAdmin, 'archive', schoolClass.id)).toEqual(first);
    const back = await change(greenfield.schoolAdmin, 'restore', schoolClass.id);
    expect(back).toMatchObject({ archived_at: null, archived_by: null, no_of_students: 3 });
    expect(await change(greenfield.teacherAdmin, 'restore', schoolClass.id)).toEqual(back);
    expect((await audited(schoolClass.id)).map(({ action }) => action)).toEqual([
      'classes.archived',
      'classes.restored',
    ]);
  });

  it('brings those back who have no other class since, and leaves the others where they are', async () => {
    const { schoolClass, ids } = await classOfThree(world, greenfield);
    const [ada = '', bo = ''] = ids;
    const chess = await makeClass(world.context, greenfield.tenant, { teachers: [greenfield.teacher] });
    const place = (student: string, classId: string, at: string) =>
      world.testDatabase.administrator.query(
        `insert into enrollments (tenant_id, school_class_id, student_id, enrolled_at) values ($1, $2, $3, ${at})`,
        [greenfield.tenant.id, classId, student],
      );
    // Ada plays chess all the time, Bo is put into it when Maple has ended.
    await place(ada, chess.id, `now() - interval '1 day'`);
    await change(greenfield.schoolAdmin, 'archive', schoolClass.id);
    await place(bo, chess.id, `now() + interval '1 second'`);
    await change(greenfield.schoolAdmin, 'restore', schoolClass.id);
    const { rows } = await world.testDatabase.administrator.query<{ student_id: string }>(
      'select student_id from enrollments where school_class_id = $1 and ended_at is null',
      [schoolClass.id],
    );
    expect(rows.map(({ student_id }) => student_id).toSorted()).toEqual(
      ids.filter((id) => id !== bo).toSorted(),
    );
    const device = await pull(greenfield.schoolAdmin);
    expect(device.ids(classScope(chess), 'students').toSorted()).toEqual([ada, bo].toSorted());
    // Once more: who went on elsewhere does not come back now either.
    await change(greenfield.schoolAdmin, 'archive', schoolClass.id);
    await change(greenfield.schoolAdmin, 'restore', schoolClass.id);
    expect((await pull(greenfield.schoolAdmin)).ids(classScope(schoolClass), 'students')).toHaveLength(2);
  });

  it('is heard of by a device that slept through all of it', async () => {
    const { schoolClass, ids } = await classOfThree(world, greenfield);
    const device = await pull(greenfield.schoolAdmin);
    await change(greenfield.schoolAdmin, 'archive', schoolClass.id);
    const other = await makeClass(world.context, greenfield.tenant);
    await world.testDatabase.administrator.query(
      `insert into enrollments (tenant_id, school_class_id, student_id, enrolled_at)
       values ($1, $2, $3, now() + interval '1 second')`,
      [greenfield.tenant.id, other.id, ids[0]],
    );
    await change(greenfield.schoolAdmin, 'restore', schoolClass.id);
    expect((await pull(greenfield.schoolAdmin, device)).ids(classScope(schoolClass), 'students')).toEqual(
      expect.arrayContaining(ids.slice(1)),
    );
    expect(device.ids(classScope(schoolClass), 'students')).not.toContain(ids[0]);
  });

  it('lets nobody be added, not even behind it in the same push', async () => {
    const { schoolClass } = await classOfThree(world, greenfield);
    const add = () =>
      queued(studentEndpoints.addToClass, {
        params: { classId: schoolClass.id },
        body: { students: [{ id: uuidv7(), first_name: 'Late' }] },
      });
    const results = await push(
      greenfield.schoolAdmin,
      add(),
      queued(classEndpoints.archive, { params: { id: schoolClass.id } }),
      add(),
    );
    expect(results).toMatchObject([
      { outcome: 'applied' },
      { outcome: 'applied' },
      { outcome: 'refused', problem: { code: 'students.class_not_found' } },
    ]);
  });

  it('lists it among the archived classes, and there alone', async () => {
    const { schoolClass } = await classOfThree(world, greenfield);
    await change(greenfield.schoolAdmin, 'archive', schoolClass.id);
    const list = async (is_archived: 'true' | 'false') => {
      const query = { limit: 1000, is_archived };
      const admin = await world.as(greenfield.schoolAdmin);
      const { results } = await world.call(admin, classEndpoints.listForSchool, { query });
      return results.map(({ id }) => id);
    };
    expect(await list('true')).toContain(schoolClass.id);
    expect(await list('false')).not.toContain(schoolClass.id);
    expect(await list('true')).not.toContain(greenfield.ownClass.id);
  });

  it('takes it from tablets that are prepared for it', async () => {
    const { schoolClass, ids } = await classOfThree(world, greenfield);
    const device_id = await reportAs(world, greenfield.schoolAdmin);
    const { token, pack } = await world.call(
      await world.as(greenfield.schoolAdmin),
      deviceEndpoints.prepare,
      {
        body: { device_id, school_class_ids: [schoolClass.id] },
      },
    );
    expect(pack.classes).toMatchObject([{ id: schoolClass.id, students: ids.map((id) => ({ id })) }]);
    await change(greenfield.schoolAdmin, 'archive', schoolClass.id);
    const visitor = await world.as('visitor', greenfield.host);
    const after = await world.call(visitor, deviceEndpoints.readPack, {
      body: { token, version: pack.version },
    });
    expect(after.pack).toMatchObject({ classes: [], without_class: [] });
  });
});

describe('who teaches a class', () => {
  it('is set as a whole: a lead, and those who teach with them', async () => {
    const { schoolClass } = await classOfThree(world, greenfield);
    const { id } = schoolClass;
    const { teacher, otherTeacher, teacherAdmin, schoolAdmin } = greenfield;
    expect(await assign(schoolAdmin, id, otherTeacher.id, teacher.id, teacherAdmin.id)).toMatchObject({
      assigned_teacher: { id: otherTeacher.id },
      co_teachers: [{ id: teacher.id }, { id: teacherAdmin.id }],
    });
    expect(await assign(schoolAdmin, id, teacher.id, otherTeacher.id, otherTeacher.id)).toMatchObject({
      assigned_teacher: { id: teacher.id },
      co_teachers: [{ id: otherTeacher.id }],
    });
    expect(await assign(schoolAdmin, id, null)).toMatchObject({ assigned_teacher: null, co_teachers: [] });
    expect(await audited(id)).toMatchObject([
      { action: 'classes.teachers_assigned', details: { before: [teacher.id], lead: otherTeacher.id } },
      { action: 'classes.teachers_assigned', details: { lead: teacher.id, co_teachers: [otherTeacher.id] } },
      { action: 'classes.teachers_assigned', details: { lead: null, co_teachers: [] } },
    ]);
  });

  it('gets the class at the next pull, and who teaches it no more loses it', async () => {
    const { schoolClass } = await classOfThree(world, greenfield);
    const { teacher, otherTeacher, schoolAdmin } = greenfield;
    const gaining = await pull(otherTeacher);
    const losing = await pull(teacher);
    const versions = () =>
      Promise.all([versionOf(scopeOf.user(otherTeacher.id)), versionOf(scopeOf.user(teacher.id))]);
    const [ofGaining, ofLosing] = await versions();
    await assign(schoolAdmin, schoolClass.id, otherTeacher.id);
    expect(await versions()).toEqual([ofGaining + 1, ofLosing + 1]);
    expect((await pull(otherTeacher, gaining)).ids(classScope(schoolClass), 'students')).toHaveLength(3);
    expect((await pull(teacher, losing)).scopes).not.toContain(classScope(schoolClass));
    // Who stays hears nothing.
    await assign(schoolAdmin, schoolClass.id, otherTeacher.id);
    expect(await versions()).toEqual([ofGaining + 1, ofLosing + 1]);
  });

  it('stands in the class by the name of today, and not once they have left', async () => {
    const { tenant, schoolAdmin } = greenfield;
    const leaving = await makeMember(world.context, tenant, { role: 'teacher', first_name: 'Nora' });
    const [going, ended] = [await classOfThree(world, greenfield), await classOfThree(world, greenfield)];
    for (const { schoolClass } of [going, ended]) await assign(schoolAdmin, schoolClass.id, leaving.id);
    await change(schoolAdmin, 'archive', ended.schoolClass.id);
    const device = await pull(schoolAdmin);
    for (const sql of [`first_name = 'Norah'`, 'archived_at = now()']) {
      await world.testDatabase.administrator.query(`update users set ${sql} where id = $1`, [leaving.id]);
      await inTenant(world.context.database, tenant.id, async (transaction) => {
        const noted = new Changes();
        await classAccess.noteTeacher(transaction, noted, tenant.id, leaving.id);
        await noted.write(transaction, tenant.id);
      });
      expect((await pull(schoolAdmin, device)).contents()).toEqual((await pull(schoolAdmin)).contents());
    }
    expect(await readAs(schoolAdmin, going.schoolClass.id)).toMatchObject({ assigned_teacher: null });
  });

  it('is staff of this school and nobody else', async () => {
    const { schoolClass } = await classOfThree(world, greenfield);
    const admin = await world.as(greenfield.schoolAdmin);
    const before = await fingerprint();
    const { student, parent, organizationAdmin } = greenfield;
    for (const { id } of [riverside.teacher, student, parent, organizationAdmin, { id: randomUUID() }]) {
      for (const body of [
        { lead_teacher_id: id, co_teacher_ids: [] },
        { lead_teacher_id: greenfield.teacher.id, co_teacher_ids: [id] },
      ]) {
        const input = { params: { id: schoolClass.id }, body };
        expect(await world.refusal(admin, classEndpoints.assignTeachers, input)).toMatchObject({
          status: 404,
          code: 'classes.teacher_not_found',
        });
      }
    }
    const nobody = { lead_teacher_id: null, co_teacher_ids: [greenfield.teacher.id] };
    const input = { params: { id: schoolClass.id }, body: nobody };
    expect(await world.refusal(admin, classEndpoints.assignTeachers, input)).toMatchObject({
      status: 400,
      errors: { lead_teacher_id: ['Please choose who leads the class'] },
    });
    expect(await fingerprint()).toEqual(before);
  });
});
