import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { permissionEndpoints } from '#contract/permissions/permissions.endpoints.ts';
import { permissionNoteLength, type Purpose } from '#contract/permissions/permissions.schema.ts';
import { workEndpoints } from '#contract/works/works.endpoints.ts';
import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import type { Cursor } from '#contract/sync/sync.schema.ts';
import { makeWorks, setPrivacy } from '#server/seeds/factories.ts';
import type { Caller } from '../support/api-world.ts';
import { anotherChild } from '../support/authors.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();

/** A child of the class whom no other test is about. */
const child = async () => (await anotherChild(world, greenfield)).id;

const record = (staff: Caller, studentId: string, purpose: Purpose, note?: string) =>
  world.call(staff, permissionEndpoints.record, {
    params: { studentId, purpose },
    body: { ...(note !== undefined && { note }) },
  });
const end = (staff: Caller, studentId: string, purpose: Purpose) =>
  world.call(staff, permissionEndpoints.end, { params: { studentId, purpose } });
const list = (staff: Caller, studentId: string) =>
  world.call(staff, permissionEndpoints.list, { params: { studentId }, query: {} });

const audited = async (studentId: string) => {
  const { rows } = await world.testDatabase.administrator.query<{
    action: string;
    actor_id: string;
    details: unknown;
  }>(
    `select action, actor_id, details from audit_entries where subject_id = $1 and action like 'permissions.%' order by id`,
    [studentId],
  );
  return rows;
};

describe('what a guardian allowed', () => {
  it('is recorded by staff, with who, when and from where, and written into the audit once', async () => {
    const studentId = await child();
    const teacher = await world.as(greenfield.teacher);
    const admin = await world.as(greenfield.schoolAdmin);
    expect(await list(teacher, studentId)).toMatchObject({ count: 0, results: [] });
    for (let time = 0; time < 2; time += 1)
      expect(await record(teacher, studentId, 'voice', ' Form of 3 May ')).toEqual({
        purpose: 'voice',
        is_given: true,
      });
    expect(await list(admin, studentId)).toMatchObject({
      count: 1,
      results: [{ purpose: 'voice', note: 'Form of 3 May', ended_at: null, ended_by: null }],
    });
    for (let time = 0; time < 2; time += 1)
      expect(await end(admin, studentId, 'voice')).toEqual({ purpose: 'voice', is_given: false });
    await record(teacher, studentId, 'voice');
    const { results } = await list(teacher, studentId);
    expect(results.map(({ note, ended_at }) => ({ note, isOver: ended_at !== null }))).toEqual([
      { note: '', isOver: false },
      { note: 'Form of 3 May', isOver: true },
    ]);
    for (const { recorded_by } of results) expect(recorded_by).not.toBe('');
    expect(await audited(studentId)).toEqual([
      { action: 'permissions.recorded', actor_id: greenfield.teacher.id, details: { purpose: 'voice' } },
      { action: 'permissions.ended', actor_id: greenfield.schoolAdmin.id, details: { purpose: 'voice' } },
      { action: 'permissions.recorded', actor_id: greenfield.teacher.id, details: { purpose: 'voice' } },
    ]);
  });

  it('is recorded by nobody who does not look after the child, and nothing changes', async () => {
    const studentId = await child();
    for (const person of [greenfield.otherTeacher, riverside.teacher, riverside.schoolAdmin]) {
      const stranger = await world.as(person);
      const noStudent = { status: 404, code: 'permissions.no_student' };
      const params = { studentId, purpose: 'public' as const };
      expect(await world.refusal(stranger, permissionEndpoints.record, { params, body: {} })).toMatchObject(
        noStudent,
      );
      expect(await world.refusal(stranger, permissionEndpoints.end, { params })).toMatchObject(noStudent);
      expect(
        await world.refusal(stranger, permissionEndpoints.list, { params: { studentId }, query: {} }),
      ).toMatchObject(noStudent);
    }
    const own = await world.as(greenfield.student);
    const params = { studentId: greenfield.student.id, purpose: 'public' as const };
    expect(await world.refusal(own, permissionEndpoints.record, { params, body: {} })).toMatchObject({
      status: 403,
    });
    expect(await audited(studentId)).toEqual([]);
  });

  it('takes no purpose that nobody asks about, and no novel', async () => {
    const teacher = await world.as(greenfield.teacher);
    const params = { studentId: await child(), purpose: 'public' as const };
    for (const [purpose, note] of [
      ['everything', ''],
      ['public', 'x'.repeat(permissionNoteLength + 1)],
    ] as const)
      expect(
        await world.refusal(teacher, permissionEndpoints.record, {
          params: { ...params, purpose: purpose as Purpose },
          body: { note },
        }),
      ).toMatchObject({ status: 400, code: 'request.invalid' });
  });

  it('tells the devices of the author, and no others, who can see what was published', async () => {
    const author = await anotherChild(world, greenfield);
    const [work] = await makeWorks(world.context, greenfield.tenant, [
      { author_id: author.id, kind: 'story', state: 'published', visibility: 'public' },
    ]);
    const device = await world.as(author);
    const teacher = await world.as(greenfield.teacher);
    const params = { id: author.id };
    let cursor: Cursor | null = null;
    async function told(): Promise<unknown[]> {
      const body = { client_id: uuidv7(), cursor };
      const answer = await world.call(device, syncEndpoints.pull, { body });
      cursor = { ...answer.cursor, scopes: { ...cursor?.scopes, ...answer.cursor.scopes } };
      const rows = answer.scopes.flatMap(({ tables }) => tables.works?.rows ?? []);
      return rows.filter(({ id }) => id === work?.id).map(({ audience }) => audience);
    }
    expect(await told()).toEqual(['private']);
    await world.call(teacher, studentEndpoints.updatePrivacy, {
      params,
      body: { privacy_preference: 'community' },
    });
    expect(await told()).toEqual(['community']);
    await record(teacher, author.id, 'voice');
    expect(await told()).toEqual([]);
    await record(teacher, author.id, 'public');
    expect(await told()).toEqual(['community']);
    await world.call(teacher, studentEndpoints.updatePrivacyInBulk, {
      body: { user_ids: [author.id], privacy_preference: 'public' },
    });
    expect(await told()).toEqual(['public']);
    await end(teacher, author.id, 'public');
    expect(await told()).toEqual(['community']);
    for (const other of [greenfield.teacher, riverside.student]) {
      const { scopes } = await world.call(await world.as(other), syncEndpoints.pull, {
        body: { client_id: uuidv7(), cursor: null },
      });
      const ids = scopes.flatMap(({ tables }) => (tables.works?.rows ?? []).map(({ id }) => id));
      expect(ids).not.toContain(work?.id);
    }
  });

  it('makes a work public from that moment on, and no longer once it is taken back', async () => {
    const studentId = await child();
    await setPrivacy(world.context, greenfield.tenant, [studentId], 'public');
    const [work] = await makeWorks(world.context, greenfield.tenant, [
      { author_id: studentId, state: 'published', visibility: 'public' },
    ]);
    const params = { workId: work?.id ?? '' };
    const teacher = await world.as(greenfield.teacher);
    const visitor = await world.as('visitor', greenfield.host);
    const isSeen = () =>
      world.call(visitor, workEndpoints.read, { params }).then(
        () => true,
        () => false,
      );
    expect(await isSeen()).toBe(false);
    expect(await world.call(teacher, permissionEndpoints.readNeeded, { params })).toMatchObject({
      student: { id: studentId },
      privacy: 'public',
      needed: [{ purpose: 'public', is_given: false }],
    });
    await record(teacher, studentId, 'public');
    expect(await isSeen()).toBe(true);
    expect(await world.call(teacher, permissionEndpoints.readNeeded, { params })).toMatchObject({
      needed: [{ purpose: 'public', is_given: true }],
    });
    await end(teacher, studentId, 'public');
    expect(await isSeen()).toBe(false);
  });

  it('is asked of nobody for what an adult wrote, and is told to nobody else', async () => {
    const [own] = await makeWorks(world.context, greenfield.tenant, [
      { author_id: greenfield.teacher.id, state: 'approved', visibility: 'public' },
    ]);
    const params = { workId: own?.id ?? '' };
    const teacher = await world.as(greenfield.teacher);
    expect(await world.call(teacher, permissionEndpoints.readNeeded, { params })).toEqual({
      student: null,
      privacy: null,
      needed: [],
    });
    for (const person of [greenfield.otherTeacher, riverside.schoolAdmin])
      expect(
        await world.refusal(await world.as(person), permissionEndpoints.readNeeded, { params }),
      ).toMatchObject({ status: 404, code: 'permissions.no_work' });
  });
});
