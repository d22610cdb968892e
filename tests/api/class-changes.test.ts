import { randomUUID } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { classEndpoints } from '#contract/classes/classes.endpoints.ts';
import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import type { Person } from '../support/api-world.ts';
import { classOfThree } from '../support/class-of-three.ts';
import { bodies, type Change, classChangesOfFile, classScope, queued } from './class-changes.support.ts';

const {
  world,
  greenfield,
  riverside,
  fingerprint,
  inputOf,
  change,
  readAs,
  push,
  pull,
  versionOf,
  audited,
  tilesOf,
} = classChangesOfFile();

const changes = Object.keys(bodies) as Change[];

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
