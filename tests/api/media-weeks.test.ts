import { beforeEach, describe, expect, it } from 'vitest';
import { quotaProblems } from '#contract/kit/quota.problems.ts';
import type { CeilingsForm } from '#contract/tenants/tenant-usage.schema.ts';
import { tenantUsageEndpoints } from '#contract/tenants/tenant-usage.endpoints.ts';
import { mediaWeekEndpoints } from '#contract/writing/media-weeks.endpoints.ts';
import { pictureEndpoints } from '#contract/writing/pictures.endpoints.ts';
import { recordingEndpoints } from '#contract/writing/recordings.endpoints.ts';
import type { Caller, TestSchool } from '../support/api-world.ts';
import { anotherChild, beginWork, type BegunWork } from '../support/authors.ts';
import { photograph, type TestPicture } from '../support/pictures.ts';
import { voice } from '../support/recordings.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();
const day = 24 * 60 * 60 * 1000;
let drawn = 0;

const set = async ({ tenant }: TestSchool, ceilings: Partial<CeilingsForm>) =>
  await world.call(await world.as(world.platformAdmin), tenantUsageEndpoints.setCeilings, {
    params: { tenantId: tenant.id },
    body: {
      media_gb: null,
      mails_a_day: null,
      student_mb_a_week: null,
      student_pieces_a_week: null,
      reason: 'It was agreed',
      ...ceilings,
    },
  });

/** So unlike the one before that no two are the same once they are a JPEG. */
const another = () => {
  drawn += 1;
  return photograph(`#${((drawn * 0x35_1b_4d) % 0x1_00_00_00).toString(16).padStart(6, '0')}`);
};
const input = ({ id }: BegunWork, { sha256, file }: TestPicture) => ({
  params: { workId: id, sha256 },
  body: { picture: file },
});
const held = (staff: Caller) => world.call(staff, mediaWeekEndpoints.listHeld, { query: {} });
const ofChild = (child: { id: string }) => ({ params: { studentId: child.id } });

beforeEach(() => {
  // On another Monday: what was sent before does not count.
  world.clock.advance(7 * day);
});

async function childOf(school: TestSchool) {
  const person = await anotherChild(world, school);
  const child = await world.as(person);
  return { person, child, work: await beginWork(world, child) };
}

describe('a student who sent all that one may in a week', () => {
  it('keeps writing, sends what is known, and sends new pictures and recordings next week', async () => {
    const { person, child, work } = await childOf(greenfield);
    await set(greenfield, { student_pieces_a_week: 2 });
    const known = await another();
    await world.call(child, pictureEndpoints.send, input(work, known));
    const recorded = voice();
    await world.call(child, recordingEndpoints.send, {
      params: { workId: work.id, sha256: recorded.sha256 },
      body: { recording: recorded.file },
    });
    const third = await another();
    expect(await world.refusal(child, pictureEndpoints.send, input(work, third))).toMatchObject({
      status: 409,
      code: 'quota.week',
      error: quotaProblems.week.error,
    });
    // The same once more takes no room, and words none at all.
    await world.call(child, pictureEndpoints.send, input(work, known));
    await beginWork(world, child);
    world.clock.advance(7 * day);
    await world.call(await world.as(person), pictureEndpoints.send, input(work, third));
    await set(greenfield, {});
  });

  it('is limited by bytes as well, each by themselves, and nobody of the staff or of another school is', async () => {
    await set(greenfield, { student_mb_a_week: 0 });
    const { child, work } = await childOf(greenfield);
    expect(await world.refusal(child, pictureEndpoints.send, input(work, await another()))).toMatchObject({
      code: 'quota.week',
    });
    const teacher = await world.as(greenfield.teacher);
    await world.call(teacher, pictureEndpoints.send, input(await beginWork(world, teacher), await another()));
    const neighbour = await childOf(riverside);
    await world.call(neighbour.child, pictureEndpoints.send, input(neighbour.work, await another()));
    await set(greenfield, {});
  });

  it('is shown to the own teacher, who lets as much again, and to no teacher of others', async () => {
    await set(greenfield, { student_pieces_a_week: 1 });
    const { person, child, work } = await childOf(greenfield);
    const [first, second, third] = [await another(), await another(), await another()];
    await world.call(child, pictureEndpoints.send, input(work, first));
    await world.refusal(child, pictureEndpoints.send, input(work, second));
    const teacher = await world.as(greenfield.teacher);
    const other = await world.as(greenfield.otherTeacher);
    const neighbour = await world.as(riverside.teacher);
    expect(await held(teacher)).toMatchObject({
      count: 1,
      results: [{ student: { id: person.id }, pieces: 1, most_pieces: 1, most_bytes: 300_000_000 }],
    });
    for (const stranger of [other, neighbour]) {
      expect(await held(stranger)).toMatchObject({ count: 0, results: [] });
      expect(await world.refusal(stranger, mediaWeekEndpoints.allowMore, ofChild(person))).toMatchObject({
        code: 'students.not_found',
      });
    }
    const allow = () => world.call(teacher, mediaWeekEndpoints.allowMore, ofChild(person));
    expect(await allow()).toEqual({ is_changed: true });
    // Nothing waits any more.
    expect(await allow()).toEqual({ is_changed: false });
    expect(await held(teacher)).toMatchObject({ count: 0 });
    await world.call(child, pictureEndpoints.send, input(work, second));
    await world.refusal(child, pictureEndpoints.send, input(work, third));
    expect(await held(await world.as(greenfield.schoolAdmin))).toMatchObject({
      results: [{ student: { id: person.id }, pieces: 2, most_pieces: 2 }],
    });
    const { rows } = await world.testDatabase.administrator.query(
      "select tenant_id, actor_id from audit_entries where action = 'students.media_allowed' and subject_id = $1",
      [person.id],
    );
    expect(rows).toEqual([{ tenant_id: greenfield.tenant.id, actor_id: greenfield.teacher.id }]);
    await set(greenfield, {});
  });
});
