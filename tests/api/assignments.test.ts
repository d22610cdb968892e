import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { assignmentId } from '#contract/learning/assignments.rules.ts';
import { learningEndpoints } from '#contract/learning/learning.endpoints.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import type { Caller, Person } from '../support/api-world.ts';
import { beginWork, getApproved } from '../support/authors.ts';
import { makeLiveChallenge, makeLiveCourse } from '../support/content-pages.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();

let course: { id: string; lessons: string[] };
beforeAll(async () => {
  course = await makeLiveCourse(world, 3);
});

const assign = (classId: string, pageId: string, due: string | null = null, is_set = true) => ({
  params: { classId, pageId },
  body: { is_set, due },
});

const classOf = (classId: string, page: string, query: { limit?: number; offset?: number } = {}) => ({
  params: { classId },
  query: { ...query, page },
});

/** What a new device of theirs is given of a class. */
async function assignmentsIn(caller: Caller, classId: string) {
  const body = { client_id: uuidv7(), cursor: null };
  const { scopes } = await world.call(caller, syncEndpoints.pull, { body });
  return scopes.flatMap(({ scope, tables }) =>
    scope === scopeOf.schoolClass(classId) ? (tables.assignments?.rows ?? []) : [],
  );
}

describe('a course', () => {
  it('is set for a class with a day or without, and taken back; the last one stands', async () => {
    const teacher = await world.as(greenfield.teacher);
    const { id } = greenfield.ownClass;
    const row = { id: assignmentId(id, course.id), class_id: id, page_id: course.id };
    await world.call(teacher, learningEndpoints.assign, assign(id, course.id));
    expect(await assignmentsIn(teacher, id)).toEqual([{ ...row, due: null }]);
    await world.call(
      await world.as(greenfield.schoolAdmin),
      learningEndpoints.assign,
      assign(id, course.id, '2027-01-31'),
    );
    expect(await assignmentsIn(teacher, id)).toEqual([{ ...row, due: '2027-01-31' }]);
    await world.call(teacher, learningEndpoints.assign, assign(id, course.id, null, false));
    await world.call(teacher, learningEndpoints.assign, assign(id, course.id, null, false));
    expect(await assignmentsIn(teacher, id)).toEqual([]);
  });

  it('is set by nobody for a class of another, and one that is not there for none', async () => {
    const teacher = await world.as(greenfield.teacher);
    for (const schoolClass of [greenfield.otherClass, riverside.ownClass])
      expect(
        await world.refusal(teacher, learningEndpoints.assign, assign(schoolClass.id, course.id)),
      ).toMatchObject({
        status: 404,
        code: 'classes.not_found',
      });
    expect(
      await world.refusal(teacher, learningEndpoints.assign, assign(greenfield.ownClass.id, uuidv7())),
    ).toMatchObject({ status: 404, code: 'content.not_found' });
    const ofRiverside = await makeLiveCourse(world, 1, riverside.tenant.id);
    expect(
      await world.refusal(teacher, learningEndpoints.assign, assign(greenfield.ownClass.id, ofRiverside.id)),
    ).toMatchObject({ status: 404, code: 'content.not_found' });
    const day = await world.refusal(
      teacher,
      learningEndpoints.assign,
      assign(greenfield.ownClass.id, course.id, '2027-02-30'),
    );
    expect(day).toMatchObject({ status: 400, errors: { due: ['Please choose a day'] } });
  });

  it('is found by the children of the class, the first day first, and by no other child', async () => {
    const teacher = await world.as(greenfield.teacher);
    const { id } = greenfield.ownClass;
    const sooner = await makeLiveCourse(world, 1);
    await world.call(teacher, learningEndpoints.assign, assign(id, course.id));
    await world.call(teacher, learningEndpoints.assign, assign(id, sooner.id, '2027-01-31'));
    const { results } = await world.call(
      await world.as(greenfield.student),
      learningEndpoints.listAssigned,
      {},
    );
    expect(results).toMatchObject([
      {
        id: sooner.id,
        kind: 'course',
        due: '2027-01-31',
        lessons: sooner.lessons.map((each) => ({ id: each })),
      },
      { id: course.id, due: null, title: 'A course', lessons: course.lessons.map((each) => ({ id: each })) },
    ]);
    const other = await world.call(await world.as(riverside.student), learningEndpoints.listAssigned, {});
    expect(other.results).toEqual([]);
    await world.call(teacher, learningEndpoints.assign, assign(id, sooner.id, null, false));
  });
});

describe('how far a class is', () => {
  it('is told by child and lesson, with who needs help', async () => {
    const teacher = await world.as(greenfield.teacher);
    const { id } = greenfield.ownClass;
    const { id: page, lessons } = await makeLiveCourse(world, 2);
    const student = await world.as(greenfield.student);
    const finish = (pageId: string, stepId: string) =>
      world.call(student, learningEndpoints.setStep, { params: { pageId, stepId }, body: { done: true } });
    const first = await world.call(teacher, learningEndpoints.readClass, classOf(id, page));
    expect(first).toMatchObject({ is_set: false, due: null, page: { id: page, kind: 'course' } });
    expect(first.lessons.map((lesson) => lesson.id)).toEqual(lessons);
    expect(first.results.length).toBe(first.count);
    expect(new Set(first.results.map(({ help }) => help))).toEqual(new Set(['not_begun']));

    await finish(lessons[0] ?? '', 'finished');
    const at = world.clock.now().toISOString();
    const ownRow = async () => {
      const { results } = await world.call(teacher, learningEndpoints.readClass, classOf(id, page));
      return results.find((child) => child.id === greenfield.student.id);
    };
    expect(await ownRow()).toMatchObject({ finished: [lessons[0]], last_done_at: at, help: null });
    await world.call(teacher, learningEndpoints.assign, assign(id, page, '2020-01-31'));
    expect(await ownRow()).toMatchObject({ help: 'behind' });
    await finish(lessons[1] ?? '', 'steps.look');
    expect(await ownRow()).toMatchObject({ finished: [lessons[0]], help: 'behind' });
    await finish(lessons[1] ?? '', 'finished');
    expect(await ownRow()).toMatchObject({ finished: lessons, help: null });

    const part = await world.call(teacher, learningEndpoints.readClass, classOf(id, page, { limit: 1 }));
    expect(part).toMatchObject({ count: first.count, next: `?limit=1&offset=1&page=${page}` });
  });

  it('is told of a challenge by the works that the children began for it, and of none of another school', async () => {
    const [teacher, author] = [await world.as(greenfield.teacher), await world.as(greenfield.student)];
    const { id } = greenfield.ownClass;
    const page = await makeLiveChallenge(world);
    const ownRow = async () => {
      const { results } = await world.call(teacher, learningEndpoints.readClass, classOf(id, page));
      return results.find((child) => child.id === greenfield.student.id);
    };
    await world.call(teacher, learningEndpoints.assign, assign(id, page, '2020-01-31'));
    const { results } = await world.call(author, learningEndpoints.listAssigned, {});
    expect(results.find((each) => each.id === page)).toMatchObject({ kind: 'challenge', lessons: [] });
    expect(await ownRow()).toMatchObject({ entry: null, last_done_at: null, help: 'behind' });
    const entry = await beginWork(world, author, { challenge: page });
    await beginWork(world, await world.as(riverside.student), { challenge: page });
    const begun = await ownRow();
    expect(begun).toMatchObject({ entry: 'begun', help: 'behind' });
    expect(begun?.last_done_at).not.toBeNull();
    const all = await world.call(teacher, learningEndpoints.readClass, classOf(id, page));
    expect(all).toMatchObject({ is_set: true, lessons: [] });
    expect(all.results.filter((child) => child.entry !== null)).toHaveLength(1);
    await getApproved(world, { author, staff: teacher }, entry);
    expect(await ownRow()).toMatchObject({ entry: 'approved', help: null });
    await world.call(teacher, learningEndpoints.assign, assign(id, page, null, false));
  });

  it('is told to nobody of another class or school', async () => {
    const asks = (person: Person, classId: string) =>
      world
        .as(person)
        .then((caller) => world.refusal(caller, learningEndpoints.readClass, classOf(classId, course.id)));
    const missing = { status: 404, code: 'classes.not_found' };
    expect(await asks(greenfield.teacher, greenfield.otherClass.id)).toMatchObject(missing);
    expect(await asks(riverside.teacher, greenfield.ownClass.id)).toMatchObject(missing);
    expect(await asks(riverside.schoolAdmin, greenfield.ownClass.id)).toMatchObject(missing);
    expect(await asks(greenfield.student, greenfield.ownClass.id)).toMatchObject({ status: 403 });
  });
});
