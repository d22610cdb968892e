import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { limits } from '#contract/kit/limits.ts';
import { learningEndpoints } from '#contract/learning/learning.endpoints.ts';
import type { StepDone } from '#contract/learning/learning.schema.ts';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import type { Caller } from '../support/api-world.ts';
import { addLiveVersion, makeLivePage } from '../support/content-pages.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();

let page = '';
beforeAll(async () => {
  page = await makeLivePage(world);
});

const set = (caller: Caller, pageId: string, stepId: string, body: StepDone) =>
  world.call(caller, learningEndpoints.setStep, { params: { pageId, stepId }, body });

/** What a new device of theirs is given. */
async function learningOf(caller: Caller) {
  const body = { client_id: uuidv7(), cursor: null };
  const { scopes } = await world.call(caller, syncEndpoints.pull, { body });
  return scopes.flatMap(({ tables }) => tables.learning?.rows ?? []);
}

describe('a step of a page', () => {
  it('is done since the first time that a device said so, and keeps the last answer', async () => {
    const child = await world.as(greenfield.student);
    const first = world.clock.now().toISOString();
    await set(child, page, 'steps.look', { done: true });
    world.clock.advance(60_000);
    await set(child, page, 'steps.look', { done: true });
    await set(child, page, 'steps.look', { done: false });
    await set(child, page, 'quiz.how-many', { done: false, answer: ['7'] });
    await set(child, page, 'quiz.how-many', { done: false, answer: ['17'] });
    expect(await learningOf(child)).toEqual([
      {
        id: page,
        steps: [
          { id: 'quiz.how-many', done_at: null, answer: ['17'] },
          { id: 'steps.look', done_at: first, answer: null },
        ],
      },
    ]);
  });

  it('stays done when the page has a new version', async () => {
    const child = await world.as(riverside.student);
    await set(child, page, 'finished', { done: true });
    await addLiveVersion(world, { id: page }, 2);
    expect(await learningOf(child)).toMatchObject([{ id: page, steps: [{ id: 'finished' }] }]);
  });

  it('is of the person alone: nobody else is given it', async () => {
    const other = await makeLivePage(world);
    await set(await world.as(greenfield.student), other, 'steps.secret', { done: true });
    for (const person of [greenfield.teacher, greenfield.schoolAdmin, riverside.student]) {
      const rows = await learningOf(await world.as(person));
      expect(rows.filter(({ id }) => id === other)).toEqual([]);
    }
  });

  it('is kept of the platform’s pages and of the own school’s, and of no others', async () => {
    const own = await makeLivePage(world, greenfield.tenant.id);
    const theirs = await makeLivePage(world, riverside.tenant.id);
    const teacher = await world.as(greenfield.otherTeacher);
    for (const id of [page, own, theirs, uuidv7()]) await set(teacher, id, 'steps.look', { done: true });
    expect((await learningOf(teacher)).map(({ id }) => id).toSorted()).toEqual([page, own].toSorted());
  });

  it('is one of so many as a page can have: what is more is not kept', async () => {
    const teacher = await world.as(riverside.teacher);
    await world.testDatabase.administrator.query(
      `insert into learning_steps (tenant_id, user_id, page_id, step_id, done_at)
       select $1, $2, $3, 'steps.s' || n, now() from generate_series(1, $4) as n`,
      [riverside.tenant.id, riverside.teacher.id, page, limits.learningSteps],
    );
    await set(teacher, page, 'steps.more', { done: true });
    await set(teacher, page, 'steps.s1', { done: false, answer: ['yes'] });
    const [row] = await learningOf(teacher);
    expect(row?.steps).toHaveLength(limits.learningSteps);
    expect(row?.steps.find(({ id }) => id === 'steps.s1')?.answer).toEqual(['yes']);
  });

  it('is refused where its name is none', async () => {
    const child = await world.as(greenfield.student);
    const answer = await world.request(child, 'PUT', `/api/learning/${page}/steps/A%20step/`, {
      body: { done: true },
    });
    expect(answer).toMatchObject({ status: 400, body: { code: 'request.invalid' } });
  });
});
