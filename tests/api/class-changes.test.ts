import { randomUUID } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { classEndpoints } from '#contract/classes/classes.endpoints.ts';
import type { SchoolClass } from '#contract/classes/classes.schema.ts';
import type { Endpoint, EndpointInput } from '#contract/kit/endpoint.ts';
import { deviceEndpoints } from '#contract/devices/devices.endpoints.ts';
import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import { scopeOf, type QueuedCall } from '#contract/sync/sync.schema.ts';
import { classAccess } from '#server/modules/classes/classes.service.ts';
import { Changes } from '#server/platform/changes.ts';
import { inTenant } from '#server/platform/database.ts';
import { makeClass, makeMember } from '#server/seeds/factories.ts';
import type { Person } from '../support/api-world.ts';
import { classOfThree } from '../support/class-of-three.ts';
import { reportAs } from '../support/device-reports.ts';
import { fingerprinter, type Fingerprint } from '../support/fingerprint.ts';
import { queue, TestOutbox } from '../support/queued-calls.ts';
import { SnapshotModel } from '../support/snapshot-model.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();
let fingerprint: () => Promise<Fingerprint>;

beforeAll(async () => {
  // Whoever signs in here for the first time does so before the fingerprints are compared.
  for (const school of [greenfield, riverside]) {
    for (const who of [
      'teacher',
      'otherTeacher',
      'teacherAdmin',
      'schoolAdmin',
      'organizationAdmin',
    ] as const)
      await world.as(school[who]);
  }
  fingerprint = await fingerprinter(world.testDatabase.administrator);
});

const bodies = {
  rename: () => ({ name: `Class ${randomUUID()}` }),
  recolour: () => ({ class_theme: '#2a8c94' }),
  assignTeachers: () => ({ lead_teacher_id: null, co_teacher_ids: [] }),
  archive: () => undefined,
  restore: () => undefined,
  replaceCode: () => undefined,
};
type Change = keyof typeof bodies;
const changes = Object.keys(bodies) as Change[];

function inputOf(name: Change, id: string) {
  const body = bodies[name]();
  return body === undefined ? { params: { id } } : { params: { id }, body };
}

async function change(person: Person, name: Change, id: string): Promise<SchoolClass> {
  return await world.call(await world.as(person), classEndpoints[name], inputOf(name, id) as never);
}

async function refused(person: Person, name: Change, id: string) {
  return await world.refusal(await world.as(person), classEndpoints[name], inputOf(name, id) as never);
}

async function create(person: Person, body: { id?: string; name: string; lead_teacher_id?: string | null }) {
  return await world.call(await world.as(person), classEndpoints.create, {
    body: { class_theme: '#4180CA', ...body },
  });
}

async function rename(person: Person, id: string, name: string) {
  return await world.call(await world.as(person), classEndpoints.rename, { params: { id }, body: { name } });
}

async function readAs(person: Person, id: string) {
  return await world.call(await world.as(person), classEndpoints.read, { params: { id } });
}

async function assign(person: Person, id: string, lead: string | null, ...co: string[]) {
  return await world.call(await world.as(person), classEndpoints.assignTeachers, {
    params: { id },
    body: { lead_teacher_id: lead, co_teacher_ids: co },
  });
}

function queued<E extends Endpoint>({ name }: E, input: EndpointInput<E>) {
  return queue.anything(name, input);
}

/** What becomes of queued calls that a new device of the person sends. */
async function push(person: Person, ...calls: Omit<QueuedCall, 'seq'>[]) {
  const outbox = new TestOutbox();
  const body = { client_id: outbox.client_id, user_id: person.id, calls: outbox.number(...calls) };
  return (await world.call(await world.as(person), syncEndpoints.push, { body })).results;
}

/** A device of the person, as it is after the pulls so far. */
async function pull(person: Person, model = new SnapshotModel()): Promise<SnapshotModel> {
  for (;;) {
    const answer = await world.call(await world.as(person), syncEndpoints.pull, {
      body: { client_id: randomUUID(), cursor: model.cursor },
    });
    model.store(answer);
    if (!answer.more) return model;
  }
}

async function versionOf(scope: string): Promise<number> {
  const { rows } = await world.testDatabase.administrator.query<{ version: string }>(
    'select version from scope_versions where scope = $1',
    [scope],
  );
  return Number(rows[0]?.version ?? 0);
}

async function audited(id: string) {
  const { rows } = await world.testDatabase.administrator.query<{
    actor_id: string;
    action: string;
    details: unknown;
  }>('select actor_id, action, details from audit_entries where subject_id = $1 order by id', [id]);
  return rows;
}

async function tilesOf(code: string) {
  const visitor = await world.as('visitor', greenfield.host);
  return await world.request(visitor, 'GET', `/api/list-student-in-class/${code}/`);
}

const classScope = ({ id }: { id: string }) => scopeOf.schoolClass(id);
const notFound = { status: 404, code: 'classes.not_found', error: 'Class not found' };
const forbidden = { status: 403, code: 'request.forbidden' };

describe('making a class', () => {
  it.each(['schoolAdmin', 'teacherAdmin', 'organizationAdmin'] as const)(
    'is for a %s, and the school makes a code for it that nobody misreads',
    async (who) => {
      const id = uuidv7();
      const made = await create(greenfield[who], { id, name: '  Elm   tree ' });
      expect(made).toMatchObject({
        id,
        name: 'Elm tree',
        class_theme: '#4180ca',
        assigned_teacher: null,
        co_teachers: [],
        no_of_students: 0,
        archived_at: null,
      });
      expect(made.class_id).toMatch(/^[BCDFGHJKMNPQRTVWXY23479]{8}$/u);
      expect(await audited(id)).toMatchObject([{ actor_id: greenfield[who].id, action: 'classes.created' }]);
    },
  );

  it.each(['teacher', 'parent', 'student'] as const)('is refused to a %s', async (who) => {
    const refusal = await world.refusal(await world.as(greenfield[who]), classEndpoints.create, {
      body: { name: 'Elm', class_theme: '#4180ca' },
    });
    expect(refusal).toMatchObject(forbidden);
  });

  it('comes to everybody who sees the whole school, to its lead, and to nobody else', async () => {
    const devices = {
      admin: await pull(greenfield.schoolAdmin),
      lead: await pull(greenfield.teacher),
      colleague: await pull(greenfield.otherTeacher),
      stranger: await pull(riverside.schoolAdmin),
    };
    const before = await versionOf(scopeOf.school(greenfield.tenant.id));
    const made = await create(greenfield.teacherAdmin, {
      name: 'Elm',
      lead_teacher_id: greenfield.teacher.id,
    });
    expect(made.assigned_teacher).toEqual({
      id: greenfield.teacher.id,
      first_name: 'teacher',
      last_name: 'greenfield',
    });
    // Tablets that listen to the school hear of it.
    expect(await versionOf(scopeOf.school(greenfield.tenant.id))).toBe(before + 1);
    expect((await pull(greenfield.schoolAdmin, devices.admin)).ids(classScope(made), 'classes')).toEqual([
      made.id,
    ]);
    expect((await pull(greenfield.teacher, devices.lead)).scopes).toContain(classScope(made));
    expect((await pull(greenfield.otherTeacher, devices.colleague)).scopes).not.toContain(classScope(made));
    expect((await pull(riverside.schoolAdmin, devices.stranger)).scopes).not.toContain(classScope(made));
    expect(devices.admin.ids(scopeOf.school(greenfield.tenant.id), 'classes')).not.toContain(made.id);
  });

  it('leaves a lead out who does not teach at this school', async () => {
    for (const lead_teacher_id of [riverside.teacher.id, greenfield.student.id, greenfield.parent.id]) {
      const made = await create(greenfield.schoolAdmin, { name: 'Elm', lead_teacher_id });
      expect(made.assigned_teacher).toBeNull();
    }
  });

  it('is refused for an id that the school has, and not for one that another school has', async () => {
    const made = await create(greenfield.schoolAdmin, { name: 'Elm' });
    const again = { body: { id: made.id, name: 'Elm', class_theme: '#4180ca' } };
    const refusal = await world.refusal(await world.as(greenfield.schoolAdmin), classEndpoints.create, again);
    expect(refusal).toMatchObject({ status: 409, code: 'classes.id_taken' });
    expect(await create(riverside.schoolAdmin, { id: made.id, name: 'Theirs' })).toMatchObject({
      id: made.id,
      name: 'Theirs',
    });
  });

  it('works by the outbox together with the children who are added to it there', async () => {
    const id = uuidv7();
    const making = queued(classEndpoints.create, { body: { id, name: 'Elm', class_theme: '#4180ca' } });
    const adding = queued(studentEndpoints.addToClass, {
      params: { classId: id },
      body: { students: [{ id: uuidv7(), first_name: 'Dee' }] },
    });
    const results = await push(greenfield.schoolAdmin, making, {
      ...adding,
      depends_on: [making.mutation_id],
    });
    expect(results.map(({ outcome }) => outcome)).toEqual(['applied', 'applied']);
    const model = await pull(greenfield.schoolAdmin);
    expect(model.ids(scopeOf.schoolClass(id), 'students')).toHaveLength(1);
  });

  it.each([
    [{ name: ' ', class_theme: '#4180ca' }, { name: ['Please enter a name'] }],
    [{ name: 'x'.repeat(61), class_theme: '#4180ca' }, { name: ['The name must not exceed 60 characters'] }],
    [{ name: 'Elm', class_theme: 'url(x)' }, { class_theme: ['Invalid hex color code'] }],
  ])('says at the field what is wrong: %j', async (body, errors) => {
    const refusal = await world.refusal(await world.as(greenfield.schoolAdmin), classEndpoints.create, {
      body,
    });
    expect(refusal).toMatchObject({ status: 400, code: 'request.invalid', errors });
  });
});

describe('who may change a class', () => {
  it.each(['schoolAdmin', 'teacherAdmin', 'organizationAdmin'] as const)(
    'is a %s in every way',
    async (who) => {
      const { schoolClass } = await classOfThree(world, greenfield);
      for (const name of changes)
        expect(await change(greenfield[who], name, schoolClass.id)).toMatchObject({ id: schoolClass.id });
    },
  );

  it('is its teacher, as far as name and colour go', async () => {
    const { schoolClass } = await classOfThree(world, greenfield);
    for (const name of changes) {
      if (name === 'rename' || name === 'recolour')
        expect(await change(greenfield.teacher, name, schoolClass.id)).toMatchObject({ id: schoolClass.id });
      else expect(await refused(greenfield.teacher, name, schoolClass.id)).toMatchObject(forbidden);
    }
  });

  it.each(changes)('is nobody of another class or school: %s changes nothing there', async (name) => {
    const { schoolClass } = await classOfThree(world, greenfield);
    const before = await fingerprint();
    for (const id of [schoolClass.id, randomUUID()]) {
      expect(await refused(riverside.schoolAdmin, name, id)).toMatchObject(notFound);
      expect(await refused(greenfield.otherTeacher, name, id)).toMatchObject(
        name === 'rename' || name === 'recolour' ? notFound : forbidden,
      );
      expect(await refused(greenfield.student, name, id)).toMatchObject(forbidden);
      expect(await refused(greenfield.parent, name, id)).toMatchObject(forbidden);
    }
    expect(await fingerprint()).toEqual(before);
  });
});

describe('the name and the colour of a class', () => {
  it('are two fields: who changes one leaves the other as somebody else made it', async () => {
    const { schoolClass } = await classOfThree(world, greenfield);
    const { id } = schoolClass;
    await rename(greenfield.schoolAdmin, id, 'Hazel');
    const [result] = await push(greenfield.teacher, {
      ...queued(classEndpoints.recolour, { params: { id }, body: { class_theme: '#7A4FA3' } }),
      base: { class_theme: '#4180ca' },
    });
    expect(result).toMatchObject({ outcome: 'applied' });
    expect(await change(greenfield.teacher, 'recolour', id)).toMatchObject({ name: 'Hazel' });
  });

  it('are refused with both values where somebody else changed the same one', async () => {
    const { schoolClass } = await classOfThree(world, greenfield);
    const { id, name } = schoolClass;
    await rename(greenfield.schoolAdmin, id, 'Hazel');
    const [renamed, recoloured] = await push(
      greenfield.teacher,
      {
        ...queued(classEndpoints.rename, { params: { id }, body: { name: 'Willow' } }),
        base: { name },
      },
      {
        ...queued(classEndpoints.recolour, { params: { id }, body: { class_theme: '#7a4fa3' } }),
        base: { class_theme: '#b5523b' },
      },
    );
    expect(renamed).toMatchObject({
      outcome: 'refused',
      problem: {
        code: 'classes.name_changed_elsewhere',
        error: 'Somebody else renamed this class in the meantime.',
        details: { theirs: 'Hazel', mine: 'Willow' },
      },
    });
    expect(recoloured).toMatchObject({
      outcome: 'refused',
      problem: {
        code: 'classes.theme_changed_elsewhere',
        details: { theirs: '#4180ca', mine: '#7a4fa3' },
      },
    });
  });

  it('apply where both wrote the same, and where a class was archived meanwhile', async () => {
    const { schoolClass } = await classOfThree(world, greenfield);
    const { id, name } = schoolClass;
    const call = () => ({
      ...queued(classEndpoints.rename, { params: { id }, body: { name: 'Hazel' } }),
      base: { name },
    });
    await rename(greenfield.schoolAdmin, id, 'Hazel');
    expect(await push(greenfield.teacher, call())).toMatchObject([{ outcome: 'applied' }]);
    await rename(greenfield.schoolAdmin, id, name);
    await change(greenfield.schoolAdmin, 'archive', id);
    expect(await push(greenfield.teacher, call())).toMatchObject([{ outcome: 'applied' }]);
    expect(await readAs(greenfield.schoolAdmin, id)).toMatchObject({ name: 'Hazel' });
  });

  it('stand in the rows of its children too', async () => {
    const { schoolClass, ids } = await classOfThree(world, greenfield);
    const device = await pull(greenfield.teacher);
    await rename(greenfield.schoolAdmin, schoolClass.id, 'Hazel');
    const after = (await pull(greenfield.teacher, device)).contents();
    expect(after).toEqual((await pull(greenfield.teacher)).contents());
    const rows = after[`${classScope(schoolClass)} students`];
    expect(rows).toHaveLength(ids.length);
    for (const row of rows ?? []) expect(row).toMatchObject({ stu_class: { name: 'Hazel' } });
  });
});

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

describe('the class code', () => {
  it('is replaced: the one before opens nothing from that moment, and the new one opens the class', async () => {
    const { schoolClass } = await classOfThree(world, greenfield);
    const device = await pull(greenfield.teacher);
    const { class_id: code } = await change(greenfield.schoolAdmin, 'replaceCode', schoolClass.id);
    expect(code).toMatch(/^[BCDFGHJKMNPQRTVWXY23479]{8}$/u);
    expect(await tilesOf(schoolClass.class_id)).toMatchObject({ status: 404 });
    expect(await tilesOf(code ?? '')).toMatchObject({ status: 200, body: { count: 3 } });
    expect((await pull(greenfield.teacher, device)).contents()).toEqual(
      (await pull(greenfield.teacher)).contents(),
    );
    expect(await audited(schoolClass.id)).toMatchObject([{ action: 'classes.code_replaced', details: {} }]);
  });

  it('of an archived class is not replaced, nor are its teachers', async () => {
    const { schoolClass } = await classOfThree(world, greenfield);
    await change(greenfield.schoolAdmin, 'archive', schoolClass.id);
    for (const name of ['replaceCode', 'assignTeachers'] as const) {
      expect(await refused(greenfield.schoolAdmin, name, schoolClass.id)).toMatchObject({
        status: 409,
        code: 'classes.archived',
      });
    }
  });
});
