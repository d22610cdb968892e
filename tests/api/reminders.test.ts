import { uuidv7 } from 'uuidv7';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contentProblems } from '#contract/content/content.problems.ts';
import { learningEndpoints } from '#contract/learning/learning.endpoints.ts';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import { createContentService } from '#server/modules/content/content.service.ts';
import { eventReminderTask } from '#server/modules/learning/reminders.task.ts';
import { createMailOutbox } from '#server/modules/mail/mail.outbox.ts';
import { createSuppressions } from '#server/modules/mail/suppressions.ts';
import { createDueWork, type DueWork } from '#server/platform/due-work.ts';
import type { Caller, Person } from '../support/api-world.ts';
import { makeLiveEvent, makeLivePage, moveLiveEvent } from '../support/content-pages.ts';
import { testSecretKey } from '../support/test-database.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();
const hour = 60 * 60 * 1000;
let work: DueWork;

beforeEach(() => {
  const { database } = world.context;
  const content = createContentService({ countReach: () => Promise.resolve({}) });
  const addTask: DueWork['add'] = (...task) => work.add(...task);
  const suppressions = createSuppressions({ secretKey: testSecretKey });
  work = createDueWork({
    database,
    clock: world.clock,
    kinds: [
      eventReminderTask({
        listPages: (asking) => content.listWithMoments(asking),
        outbox: createMailOutbox({ secretKey: testSecretKey, addTask, suppressions }),
        addTask,
      }),
    ],
    onProblem({ error }) {
      throw error;
    },
  });
});

afterEach(async () => {
  await work.close();
  for (const table of ['tasks', 'live_reminders'])
    await world.testDatabase.administrator.query(`delete from ${table}`);
});

const inHours = (hours: number) => new Date(world.clock.now().getTime() + hours * hour);

async function set(person: Person, pageId: string, is_set = true): Promise<void> {
  await world.call(await world.as(person), learningEndpoints.setReminder, {
    params: { pageId },
    body: { is_set },
  });
}

/** Lets time pass, in which the server looks for due work now and then. */
async function pass(hours: number): Promise<void> {
  await work.runDue();
  for (let passed = 0; passed < hours; passed += 0.25) {
    world.clock.advance(0.25 * hour);
    await work.runDue();
  }
}

/** Who was written to since the beginning of the test, and about what. */
async function letters(): Promise<string[]> {
  const { rows } = await world.testDatabase.administrator.query<{ to_address: string; subject: string }>(
    `delete from email_messages where kind = 'learning.reminder' returning to_address, subject`,
  );
  return rows.map(({ to_address, subject }) => `${to_address}: ${subject}`).toSorted();
}

/** What a new device is told of events. */
async function remindedOf(caller: Caller): Promise<string[]> {
  const { scopes } = await world.call(caller, syncEndpoints.pull, {
    body: { client_id: uuidv7(), cursor: null },
  });
  const rows = scopes.flatMap(({ tables }) => tables.learning?.rows ?? []);
  return rows.flatMap(({ id, is_reminded }) => (is_reminded ? [id] : []));
}

const lineOf = ({ email = '' }: Person) => `${email}: Reminder: Ask the author`;

describe('a reminder of an event', () => {
  it('is a letter a day before and one an hour before, once each, for whoever asked in each school', async () => {
    const event = await makeLiveEvent(world, { starts_at: inHours(30) });
    for (const person of [greenfield.teacher, riverside.schoolAdmin]) await set(person, event);
    await set(greenfield.teacher, event);
    const asked = [greenfield.teacher, riverside.schoolAdmin].map(lineOf).toSorted();
    await pass(5);
    expect(await letters()).toEqual([]);
    await pass(1);
    expect(await letters()).toEqual(asked);
    await pass(22.5);
    expect(await letters()).toEqual([]);
    await pass(0.5);
    expect(await letters()).toEqual(asked);
    expect(await remindedOf(await world.as(greenfield.teacher))).toEqual([event]);
    await pass(3);
    expect(await letters()).toEqual([]);
    // It is over: nothing is kept, and nothing waits.
    expect(await remindedOf(await world.as(greenfield.teacher))).toEqual([]);
    const { rows } = await world.testDatabase.administrator.query(
      `select id from tasks where kind = 'learning.remind' and state = 'waiting'`,
    );
    expect(rows).toEqual([]);
  });

  it('says when it begins and leads to the page on the own host', async () => {
    const event = await makeLiveEvent(world, { starts_at: inHours(25) });
    await set(greenfield.teacher, event);
    await pass(2);
    const { rows } = await world.testDatabase.administrator.query<{ payload: { origin: string } }>(
      `select payload from tasks where kind = 'learning.remind' and state = 'waiting'`,
    );
    expect(rows[0]?.payload.origin).toContain(greenfield.host);
    expect(await letters()).toEqual([lineOf(greenfield.teacher)]);
  });

  it('is not sent once it was taken back', async () => {
    const event = await makeLiveEvent(world, { starts_at: inHours(26) });
    await set(greenfield.teacher, event);
    await set(greenfield.otherTeacher, event);
    await pass(1);
    await set(greenfield.teacher, event, false);
    await pass(2);
    expect(await letters()).toEqual([lineOf(greenfield.otherTeacher)]);
    expect(await remindedOf(await world.as(greenfield.teacher))).toEqual([]);
  });

  it('follows an event that is moved, later or earlier', async () => {
    const event = await makeLiveEvent(world, { starts_at: inHours(26) });
    await set(greenfield.teacher, event);
    await pass(1);
    await moveLiveEvent(world, { id: event, starts_at: inHours(60) }, 2);
    await pass(30);
    expect(await letters()).toEqual([]);
    await pass(7);
    expect(await letters()).toEqual([lineOf(greenfield.teacher)]);
    await moveLiveEvent(world, { id: event, starts_at: inHours(10) }, 3);
    await pass(1.25);
    expect(await letters()).toEqual([lineOf(greenfield.teacher)]);
    await pass(8.5);
    expect(await letters()).toEqual([lineOf(greenfield.teacher)]);
  });

  it('goes with an event that is taken off', async () => {
    const { administrator } = world.testDatabase;
    const event = await makeLiveEvent(world, { starts_at: inHours(26) });
    await set(greenfield.teacher, event);
    await pass(1);
    await administrator.query('update content_versions set live_until = $2 where page_id = $1', [
      event,
      world.clock.now(),
    ]);
    await pass(26);
    expect(await letters()).toEqual([]);
    expect(await remindedOf(await world.as(greenfield.teacher))).toEqual([]);
  });

  it('writes to nobody who left the school', async () => {
    const { administrator } = world.testDatabase;
    const event = await makeLiveEvent(world, { starts_at: inHours(26) });
    await set(greenfield.teacher, event);
    await set(greenfield.otherTeacher, event);
    await administrator.query('update users set archived_at = now() where id = $1', [greenfield.teacher.id]);
    await pass(3);
    expect(await letters()).toEqual([lineOf(greenfield.otherTeacher)]);
    await administrator.query('update users set archived_at = null where id = $1', [greenfield.teacher.id]);
  });

  it('is set for events that the school may show, and for nothing else', async () => {
    const theirs = await makeLiveEvent(world, { tenantId: riverside.tenant.id, starts_at: inHours(26) });
    const plain = await makeLivePage(world);
    const teacher = await world.as(greenfield.teacher);
    for (const pageId of [theirs, plain, uuidv7()]) {
      const input = { params: { pageId }, body: { is_set: true } };
      const { code } = await world.refusal(teacher, learningEndpoints.setReminder, input);
      expect(code).toBe(contentProblems.not_found.code);
    }
    await set(riverside.teacher, theirs);
    expect(await remindedOf(await world.as(riverside.teacher))).toEqual([theirs]);
    expect(await remindedOf(teacher)).toEqual([]);
  });

  it('is in the audit of the own school', async () => {
    const event = await makeLiveEvent(world, { starts_at: inHours(26) });
    await set(greenfield.teacher, event);
    await set(greenfield.teacher, event, false);
    await set(greenfield.teacher, event, false);
    const { rows } = await world.testDatabase.administrator.query<{ tenant_id: string; action: string }>(
      'select tenant_id, action from audit_entries where subject_id = $1 order by id',
      [event],
    );
    const { id } = greenfield.tenant;
    expect(rows).toEqual([
      { tenant_id: id, action: 'learning.reminder_set' },
      { tenant_id: id, action: 'learning.reminder_taken_back' },
    ]);
  });
});
