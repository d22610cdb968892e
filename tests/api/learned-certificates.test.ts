import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { certificateEndpoints } from '#contract/certificates/certificates.endpoints.ts';
import type { CertificateForm } from '#contract/certificates/certificates.schema.ts';
import { learningEndpoints } from '#contract/learning/learning.endpoints.ts';
import { moderationEndpoints } from '#contract/moderation/moderation.endpoints.ts';
import { reviewEndpoints } from '#contract/writing/reviews.endpoints.ts';
import { writingEndpoints } from '#contract/writing/writing.endpoints.ts';
import type { Caller } from '../support/api-world.ts';
import { anotherChild, beginWork, getApproved } from '../support/authors.ts';
import { makeLiveChallenge, makeLiveCourse } from '../support/content-pages.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();

let challenge = '';
let child: Caller;
let teacher: Caller;
let visitor: Caller;
beforeAll(async () => {
  challenge = await makeLiveChallenge(world);
  child = await world.as(greenfield.student);
  teacher = await world.as(greenfield.teacher);
  visitor = await world.as('visitor', greenfield.host);
});

const issue = (caller: Caller, body: CertificateForm) =>
  world.call(caller, certificateEndpoints.issue, { body });
const refused = async (caller: Caller, body: CertificateForm) =>
  (await world.refusal(caller, certificateEndpoints.issue, { body })).code;
const read = (caller: Caller, publicId: string) =>
  world.call(caller, certificateEndpoints.read, { params: { publicId } });
const unread = async (caller: Caller, publicId: string) =>
  (await world.refusal(caller, certificateEndpoints.read, { params: { publicId } })).code;
const notEarned = 'certificates.not_earned';

const auditOf = async () => {
  const { rows } = await world.testDatabase.administrator.query<{
    action: string;
    details: { name: string };
  }>(`select action, details from audit_entries where action like 'certificates.%' order by id`);
  return rows.map(({ action, details }) => `${action} ${details.name}`);
};

describe('a certificate of an entry', () => {
  it('is there once the entry is approved, one for its author and the staff, with a pen name and no other', async () => {
    const entry = await beginWork(world, child, { challenge, title: 'My bucket' });
    const form = { kind: 'challenge', work_id: entry.id } as const;
    expect(await refused(child, form)).toBe(notEarned);
    await world.call(child, writingEndpoints.change, {
      params: { workId: entry.id },
      body: { pen_name: 'Otter' },
    });
    await getApproved(world, { author: child, staff: teacher }, entry);
    const made = await issue(child, form);
    expect(made).toMatchObject({
      kind: 'challenge',
      name: 'Otter',
      about: 'A day with ten litres',
      title: 'My bucket',
    });
    expect(await issue(teacher, form)).toEqual(made);
    expect(await read(visitor, made.public_id)).toEqual(made);
    expect(await unread(await world.as('visitor', riverside.host), made.public_id)).toBe(
      'certificates.not_found',
    );
    expect(await auditOf()).toEqual(['certificates.issued My bucket']);
  });

  it('is nobody else’s to make', async () => {
    const entry = await beginWork(world, child, { challenge });
    await getApproved(world, { author: child, staff: teacher }, entry);
    const form = { kind: 'challenge', work_id: entry.id } as const;
    const others = [
      await world.as(await anotherChild(world, greenfield)),
      await world.as(greenfield.otherTeacher),
      await world.as(riverside.student),
      await world.as(riverside.schoolAdmin),
    ];
    for (const other of others) expect(await refused(other, form)).toBe(notEarned);
    const plain = await beginWork(world, child);
    await getApproved(world, { author: child, staff: teacher }, plain);
    expect(await refused(child, { kind: 'challenge', work_id: plain.id })).toBe(notEarned);
  });

  it('is withdrawn with the approval, and another yes gives a new one', async () => {
    const entry = await beginWork(world, child, { challenge, title: 'The well' });
    const of = { params: { workId: entry.id } };
    const form = { kind: 'challenge', work_id: entry.id } as const;
    await getApproved(world, { author: child, staff: teacher }, entry);
    const first = await issue(child, form);
    await world.call(teacher, reviewEndpoints.publish, { ...of, body: {} });
    expect(await issue(child, form)).toEqual(first);
    await world.call(teacher, reviewEndpoints.withdraw, { ...of, body: { reason: 'Change the name' } });
    expect(await unread(visitor, first.public_id)).toBe('certificates.withdrawn');
    expect(await refused(child, form)).toBe(notEarned);
    expect((await auditOf()).at(-1)).toBe('certificates.withdrawn The well');
    world.clock.advance(1000);
    await world.call(teacher, reviewEndpoints.publish, { ...of, body: {} });
    const second = await issue(child, form);
    expect(second.public_id).not.toBe(first.public_id);
    // What the office takes down has none, either.
    await world.call(await world.as(greenfield.schoolAdmin), moderationEndpoints.takeDown, {
      ...of,
      body: { reason: 'A real name' },
    });
    expect(await unread(visitor, second.public_id)).toBe('certificates.withdrawn');
  });

  it('that staff withdrew stays so until another yes', async () => {
    const entry = await beginWork(world, child, { challenge });
    const form = { kind: 'challenge', work_id: entry.id } as const;
    await getApproved(world, { author: child, staff: teacher }, entry);
    const { public_id } = await issue(child, form);
    world.clock.advance(1000);
    const withdrawal = { params: { publicId: public_id }, body: { reason: 'The name is wrong' } };
    await world.call(teacher, certificateEndpoints.withdraw, withdrawal);
    expect(await refused(child, form)).toBe(notEarned);
  });
});

describe('a certificate of a course', () => {
  const finish = async (caller: Caller, pages: readonly string[]) => {
    for (const pageId of pages)
      await world.call(caller, learningEndpoints.setStep, {
        params: { pageId, stepId: 'finished' },
        body: { done: true },
      });
  };

  it('is there once all lessons are finished, once for all, with a first name', async () => {
    const course = await makeLiveCourse(world, 2);
    const form = { kind: 'course', page_id: course.id } as const;
    expect(await refused(child, form)).toBe(notEarned);
    await finish(child, course.lessons.slice(0, 1));
    expect(await refused(child, form)).toBe(notEarned);
    await finish(child, course.lessons);
    const made = await issue(child, form);
    const { rows } = await world.testDatabase.administrator.query<{ first_name: string }>(
      'select first_name from users where id = $1',
      [greenfield.student.id],
    );
    expect(made).toMatchObject({ kind: 'course', name: rows[0]?.first_name, about: 'A course', title: null });
    expect(await issue(child, form)).toEqual(made);
    const ofChild = { ...form, user_id: greenfield.student.id };
    expect(await issue(teacher, ofChild)).toEqual(made);
    for (const person of [greenfield.otherTeacher, riverside.teacher, riverside.student])
      expect(await refused(await world.as(person), ofChild)).toBe(notEarned);
    expect(await refused(await world.as(riverside.student), form)).toBe(notEarned);
  });

  it('is withdrawn by who looks after the child, for good', async () => {
    const course = await makeLiveCourse(world, 1);
    const form = { kind: 'course', page_id: course.id } as const;
    await finish(child, course.lessons);
    const { public_id } = await issue(child, form);
    const withdrawal = { params: { publicId: public_id }, body: { reason: 'Somebody else did it' } };
    for (const person of [greenfield.otherTeacher, riverside.schoolAdmin])
      expect(
        (await world.refusal(await world.as(person), certificateEndpoints.withdraw, withdrawal)).code,
      ).toBe('certificates.not_found');
    await world.call(teacher, certificateEndpoints.withdraw, withdrawal);
    expect(await unread(visitor, public_id)).toBe('certificates.withdrawn');
    expect(await refused(child, form)).toBe('certificates.withdrawn');
  });

  it('is none for a page that is no course, or that is not there', async () => {
    expect(await refused(child, { kind: 'course', page_id: challenge })).toBe(notEarned);
    expect(await refused(child, { kind: 'course', page_id: uuidv7() })).toBe(notEarned);
  });
});
