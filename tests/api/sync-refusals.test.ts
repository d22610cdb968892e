import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { limits } from '#contract/kit/limits.ts';
import { privacyPreferences } from '#contract/students/students.schema.ts';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import { type QueuedCall, scopeOf } from '#contract/sync/sync.schema.ts';
import { makeStudents } from '#server/seeds/factories.ts';
import type { Person } from '../support/api-world.ts';
import { queue, TestOutbox } from '../support/queued-calls.ts';
import { type Calls, outcomes, pushesOfFile } from './sync-push.support.ts';

const {
  world,
  greenfield,
  riverside,
  everythingButTheLedger,
  everything,
  push,
  stored,
  namesIn,
  newClass,
  newStudent,
  setPrivacy,
} = pushesOfFile();

async function refusedPush(
  person: Person,
  body: { client_id: string; user_id: string; calls: QueuedCall[] },
) {
  return await world.refusal(await world.as(person), syncEndpoints.push, { body });
}

describe('a call that is refused', () => {
  it('says why in the one error body', async () => {
    const outbox = new TestOutbox();
    const [, foreign] = riverside.students;
    const { results } = await push(
      greenfield.teacher,
      outbox,
      outbox.number(
        queue.updatePrivacy(foreign?.id ?? '', 'public'),
        queue.add(riverside.ownClass.id, [{ first_name: 'Stray' }]),
        queue.add(greenfield.ownClass.id, [{ id: greenfield.student.id, first_name: 'Taken' }]),
        queue.rename(greenfield.student.id, { first_name: '', last_name: 'Fern' }),
        queue.updatePrivacy('not-an-id', 'public'),
      ),
    );
    const problem = (code: string, error: string, errors = {}) => ({
      code,
      error,
      errors,
      request_id: expect.any(String),
    });
    expect(results).toEqual(
      [
        problem('students.not_found', 'Student data not available.'),
        problem('students.class_not_found', 'Class not found'),
        problem('students.id_taken', 'A student with this id exists already.'),
        problem('request.invalid', 'Please check the highlighted fields.', {
          first_name: ['Please enter first name'],
        }),
        problem('request.invalid', 'Please check the highlighted fields.', { id: ['This is not an id'] }),
      ].map((each, place) => ({ seq: place + 1, outcome: 'refused', problem: each })),
    );
  });

  it('undoes itself and nothing else', async () => {
    const schoolClass = await newClass();
    const student = await newStudent({ first_name: 'Calm', last_name: 'Child' });
    const outbox = new TestOutbox();
    const { client_id } = outbox;
    const caller = await world.as(greenfield.teacher);
    const { cursor } = await world.call(caller, syncEndpoints.pull, { body: { client_id, cursor: null } });
    const calls = outbox.number(
      queue.add(schoolClass.id, [{ first_name: 'Before' }]),
      // Two of the three could be made before the third is found to be taken.
      queue.add(schoolClass.id, [
        { first_name: 'Half' },
        { first_name: 'Done' },
        { id: student.id, first_name: 'Taken' },
      ]),
      queue.updatePrivacy(student.id, 'community', 'private'),
    );
    const body = { client_id, user_id: greenfield.teacher.id, calls, cursor };
    const answer = await world.call(caller, syncEndpoints.push, { body });
    expect(outcomes(answer)).toEqual(['applied', 'refused', 'applied']);
    expect(await namesIn(schoolClass)).toEqual(['Before']);
    expect(await stored(student.id)).toMatchObject({ first_name: 'Calm', privacy_preference: 'community' });
    // What the refused call would have told other devices is taken back too.
    const told = answer.pull?.scopes.find((each) => each.scope === scopeOf.schoolClass(schoolClass.id));
    expect(told?.tables.students?.rows.map((row) => row.first_name)).toEqual(['Before']);
    expect(told?.tables.students?.removed).toEqual([]);
  });

  it('changes nothing at all when it stands alone', async () => {
    const outbox = new TestOutbox();
    const before = await everythingButTheLedger();
    const calls = outbox.number(
      queue.updatePrivacy(greenfield.otherStudents[0]?.id ?? '', 'public'),
      queue.rename(riverside.student.id, { first_name: 'Taken', last_name: 'Over' }),
      queue.add(greenfield.otherClass.id, [{ first_name: 'Stray' }]),
    );
    expect(outcomes(await push(greenfield.teacher, outbox, calls))).toEqual([
      'refused',
      'refused',
      'refused',
    ]);
    expect(await everythingButTheLedger()).toEqual(before);
  });

  it.each(['student', 'parent'] as const)('is every staff call of a %s', async (who) => {
    const outbox = new TestOutbox();
    const before = await everythingButTheLedger();
    const { results } = await push(
      greenfield[who],
      outbox,
      outbox.number(
        queue.updatePrivacy(greenfield.student.id, 'public'),
        queue.add(greenfield.ownClass.id, [{ first_name: 'Stray' }]),
      ),
    );
    const forbidden = { code: 'request.forbidden', error: 'You are not allowed to do this.' };
    expect(results).toMatchObject([
      { outcome: 'refused', problem: forbidden },
      { outcome: 'refused', problem: forbidden },
    ]);
    expect(await everythingButTheLedger()).toEqual(before);
  });
});

describe('a push as a whole is refused, and nothing of it is applied,', () => {
  const body = (person: Person, calls: Calls) => ({
    client_id: randomUUID(),
    user_id: person.id,
    calls: [...calls],
  });
  const change = (seq: number): QueuedCall => ({
    seq,
    ...queue.updatePrivacy(greenfield.student.id, 'public'),
  });

  it.each([
    ['backwards', [2, 1]],
    ['twice the same number', [1, 1]],
    ['out of order at the end', [1, 2, 3, 2]],
  ])('when its calls are not in order: %s', async (_what, seqs) => {
    const before = await everything();
    expect(await refusedPush(greenfield.teacher, body(greenfield.teacher, seqs.map(change)))).toMatchObject({
      status: 400,
      code: 'sync.unordered',
      error: 'The changes are not in order.',
    });
    expect(await everything()).toEqual(before);
  });

  it('when its calls belong to another person', async () => {
    const before = await everything();
    for (const other of [greenfield.schoolAdmin, greenfield.otherTeacher, riverside.teacher]) {
      expect(await refusedPush(greenfield.teacher, body(other, [change(1)]))).toMatchObject({
        status: 409,
        code: 'sync.other_person',
        error: 'These changes belong to another person.',
      });
    }
    expect(await everything()).toEqual(before);
  });

  it('when nobody is signed in, or somebody of the other school', async () => {
    const before = await everything();
    const visitor = await world.as('visitor');
    const stranger = await world.as(riverside.teacher, greenfield.host);
    for (const caller of [visitor, stranger]) {
      const refusal = await world.refusal(caller, syncEndpoints.push, {
        body: body(greenfield.teacher, [change(1)]),
      });
      expect(refusal).toMatchObject({ status: 401, code: 'request.unauthenticated' });
    }
    expect(await everything()).toEqual(before);
  });

  it('when it is too long', async () => {
    const before = await everything();
    const calls = Array.from({ length: limits.callsPerPush + 1 }, (_, place) => change(place + 1));
    expect(await refusedPush(greenfield.teacher, body(greenfield.teacher, calls))).toMatchObject({
      status: 400,
      code: 'request.invalid',
      errors: { calls: [expect.any(String)] },
    });
    expect(await everything()).toEqual(before);
  });

  it.each([
    ['no seq', { seq: undefined }],
    ['seq 0', { seq: 0 }],
    ['half a seq', { seq: 1.5 }],
    ['a seq beyond all numbers', { seq: 2 ** 53 }],
    ['no id of its own', { mutation_id: 'x' }],
    ['a list for an input', { input: [] }],
    ['version 0', { v: 0 }],
  ])('when one of its calls is malformed: %s', async (_what, part) => {
    const before = await everything();
    const calls = [change(1), { ...change(2), ...part }];
    const caller = await world.as(greenfield.teacher);
    const answer = await world.request(caller, 'POST', '/api/sync/push/', {
      body: body(greenfield.teacher, calls as Calls),
    });
    expect(answer).toMatchObject({ status: 400, body: { code: 'request.invalid' } });
    expect(await everything()).toEqual(before);
  });
});

describe('a privacy change that was made while others changed it too', () => {
  const width = { private: 0, community: 1, public: 2 };

  it('applies when it is tighter, or nobody decided otherwise, and is refused when it would open more', async () => {
    const combinations = privacyPreferences.flatMap((base) =>
      privacyPreferences.flatMap((current) => privacyPreferences.map((mine) => ({ base, current, mine }))),
    );
    const students = await makeStudents(
      world.context,
      greenfield.tenant,
      greenfield.ownClass,
      combinations.map(() => ({ first_name: 'Combined' })),
    );
    const outbox = new TestOutbox();
    const calls: QueuedCall[] = [];
    for (const [place, { base, current, mine }] of combinations.entries()) {
      const id = students[place]?.id ?? '';
      await setPrivacy(id, current);
      calls.push(...outbox.number(queue.updatePrivacy(id, mine, base)));
    }
    const { results } = await push(greenfield.teacher, outbox, calls);
    for (const [place, { base, current, mine }] of combinations.entries()) {
      const opensMore = width[mine] > width[current];
      const refused = base !== current && opensMore;
      expect(results[place]).toEqual(
        refused
          ? {
              seq: place + 1,
              outcome: 'refused',
              problem: {
                code: 'students.privacy_changed_elsewhere',
                error: 'Somebody else changed this privacy preference in the meantime.',
                errors: {},
                request_id: expect.any(String),
                details: { theirs: current, mine },
              },
            }
          : { seq: place + 1, outcome: 'applied' },
      );
      expect(await stored(students[place]?.id ?? '')).toMatchObject({
        privacy_preference: refused ? current : mine,
      });
    }
    expect(new Set(results.map((result) => result.outcome))).toEqual(new Set(['applied', 'refused']));
  });

  it('simply applies when the call does not say what was seen', async () => {
    const student = await newStudent();
    const outbox = new TestOutbox();
    expect(
      outcomes(
        await push(greenfield.teacher, outbox, outbox.number(queue.updatePrivacy(student.id, 'public'))),
      ),
    ).toEqual(['applied']);
  });
});

describe('a new name that was typed while others changed it too', () => {
  const seen = { first_name: 'Ann', last_name: 'Lee' };

  it.each([
    [
      'nobody changed it',
      seen,
      { first_name: 'Anna', last_name: 'Lee' },
      { first_name: 'Anna', last_name: 'Lee' },
    ],
    [
      'others changed the other name',
      { first_name: 'Ann', last_name: 'Li' },
      { first_name: 'Anna', last_name: 'Lee' },
      {
        first_name: 'Anna',
        last_name: 'Li',
      },
    ],
    [
      'others wrote the same',
      { first_name: 'Anna', last_name: 'Lee' },
      { first_name: 'Anna', last_name: 'Lee' },
      {
        first_name: 'Anna',
        last_name: 'Lee',
      },
    ],
    [
      'others changed what was left alone',
      { first_name: 'Hanna', last_name: 'Li' },
      seen,
      {
        first_name: 'Hanna',
        last_name: 'Li',
      },
    ],
  ])('is merged field by field: %s', async (_what, current, mine, result) => {
    const student = await newStudent(current);
    const outbox = new TestOutbox();
    expect(
      outcomes(await push(greenfield.teacher, outbox, outbox.number(queue.rename(student.id, mine, seen)))),
    ).toEqual(['applied']);
    expect(await stored(student.id)).toMatchObject(result);
  });

  it.each([
    ['first name', { first_name: 'Hanna', last_name: 'Lee' }, { first_name: 'Anna', last_name: 'Lee' }],
    ['last name', { first_name: 'Ann', last_name: 'Li' }, { first_name: 'Ann', last_name: 'Leigh' }],
    [
      'first name, the last name agreeing',
      { first_name: 'Hanna', last_name: 'Li' },
      { first_name: 'Anna', last_name: 'Li' },
    ],
  ])('is refused with both names when both changed the %s', async (_what, current, mine) => {
    const student = await newStudent(current);
    const outbox = new TestOutbox();
    const { results } = await push(
      greenfield.teacher,
      outbox,
      outbox.number(queue.rename(student.id, mine, seen)),
    );
    expect(results).toMatchObject([
      {
        outcome: 'refused',
        problem: {
          code: 'students.name_changed_elsewhere',
          error: 'Somebody else changed this name in the meantime.',
          details: { theirs: current, mine },
        },
      },
    ]);
    expect(await stored(student.id)).toMatchObject(current);
  });
});

describe('a failure on the server’s side', () => {
  it('leaves what came before, asks for the rest again, and then applies it once', async () => {
    const schoolClass = await newClass();
    const outbox = new TestOutbox();
    const calls = outbox.number(
      ...['First', 'Unlucky', 'Last'].map((first_name) => queue.add(schoolClass.id, [{ first_name }])),
    );
    const { administrator } = world.testDatabase;
    await administrator.query(`
      create function fail_for_unlucky() returns trigger language plpgsql as $$
      begin
        if new.first_name = 'Unlucky' then raise exception 'the test asked for it'; end if;
        return new;
      end $$`);
    await administrator.query(
      'create trigger unlucky before insert on users for each row execute function fail_for_unlucky()',
    );
    expect((await push(greenfield.teacher, outbox, calls)).results).toEqual([
      { seq: 1, outcome: 'applied' },
      { seq: 2, outcome: 'retry' },
    ]);
    expect(await namesIn(schoolClass)).toEqual(['First']);
    await administrator.query('drop trigger unlucky on users');
    expect(outcomes(await push(greenfield.teacher, outbox, calls))).toEqual([
      'applied',
      'applied',
      'applied',
    ]);
    expect(await namesIn(schoolClass)).toEqual(['First', 'Unlucky', 'Last']);
  });
});
