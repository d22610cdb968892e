import { randomUUID } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { limits } from '#contract/kit/limits.ts';
import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import { privacyPreferences, type PrivacyPreference } from '#contract/students/students.schema.ts';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import { scopeOf, type PushAnswer, type QueuedCall } from '#contract/sync/sync.schema.ts';
import { makeClass, makeStudent, makeStudents, type MadeClass } from '#server/seeds/factories.ts';
import type { Person } from '../support/api-world.ts';
import { fingerprinter, type Fingerprint } from '../support/fingerprint.ts';
import { queue, TestOutbox } from '../support/queued-calls.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();
let everythingButTheLedger: () => Promise<Fingerprint>;
let everything: () => Promise<Fingerprint>;

beforeAll(async () => {
  for (const who of ['teacher', 'otherTeacher', 'schoolAdmin', 'student', 'parent'] as const) {
    await world.as(greenfield[who]);
  }
  await world.as(riverside.teacher);
  const { administrator } = world.testDatabase;
  everythingButTheLedger = await fingerprinter(administrator, { except: ['sync_calls', 'sync_clients'] });
  everything = await fingerprinter(administrator);
});

type Calls = readonly QueuedCall[];

async function push(person: Person, outbox: TestOutbox, calls: Calls): Promise<PushAnswer> {
  const body = { client_id: outbox.client_id, user_id: person.id, calls: [...calls] };
  return await world.call(await world.as(person), syncEndpoints.push, { body });
}

async function refusedPush(
  person: Person,
  body: { client_id: string; user_id: string; calls: QueuedCall[] },
) {
  return await world.refusal(await world.as(person), syncEndpoints.push, { body });
}

const outcomes = ({ results }: PushAnswer) => results.map((result) => result.outcome);

/** A student of a class of the teacher, as it stands in the database. */
async function stored(id: string) {
  const { rows } = await world.testDatabase.administrator.query<{
    first_name: string;
    last_name: string;
    privacy_preference: PrivacyPreference;
  }>(
    `select first_name, last_name, privacy_preference from users join students using (tenant_id, id)
     where id = $1 and tenant_id = $2`,
    [id, greenfield.tenant.id],
  );
  return rows[0];
}

async function namesIn(schoolClass: MadeClass): Promise<string[]> {
  const { results } = await world.call(await world.as(greenfield.teacher), studentEndpoints.listInClass, {
    params: { classCode: schoolClass.class_id },
    query: { limit: 1000 },
  });
  return results.students.map((student) => student.first_name);
}

const newClass = () => makeClass(world.context, greenfield.tenant, { teachers: [greenfield.teacher] });
const newStudent = (name: { first_name?: string; last_name?: string } = {}) =>
  makeStudent(world.context, greenfield.tenant, greenfield.ownClass, name);

async function setPrivacy(id: string, privacy: PrivacyPreference): Promise<void> {
  await world.testDatabase.administrator.query('update students set privacy_preference = $2 where id = $1', [
    id,
    privacy,
  ]);
}

describe('a push', () => {
  it('applies the calls in their order and says so for each', async () => {
    const schoolClass = await newClass();
    const student = await newStudent({ first_name: 'A', last_name: 'Child' });
    const outbox = new TestOutbox();
    const name = (first_name: string) => ({ first_name, last_name: 'Child' });
    const answer = await push(
      greenfield.teacher,
      outbox,
      outbox.number(
        queue.rename(student.id, name('B'), name('A')),
        queue.rename(student.id, name('C'), name('B')),
        queue.add(schoolClass.id, [{ first_name: 'One' }, { first_name: 'Two' }]),
        queue.add(schoolClass.id, [{ first_name: 'Three' }]),
        queue.rename(student.id, name('D'), name('C')),
        queue.updatePrivacy(student.id, 'community', 'private'),
      ),
    );
    expect(answer).toEqual({
      results: [1, 2, 3, 4, 5, 6].map((seq) => ({ seq, outcome: 'applied' })),
      pull: null,
    });
    expect(await stored(student.id)).toEqual({
      first_name: 'D',
      last_name: 'Child',
      privacy_preference: 'community',
    });
    expect(await namesIn(schoolClass)).toEqual(['One', 'Two', 'Three']);
  });

  it('may change what a call before it in the same push has made', async () => {
    const schoolClass = await newClass();
    const outbox = new TestOutbox();
    const id = uuidv7();
    const answer = await push(
      greenfield.teacher,
      outbox,
      outbox.number(
        queue.add(schoolClass.id, [{ id, first_name: 'Fresh', last_name: 'Child' }]),
        queue.updatePrivacy(id, 'public', 'private'),
        queue.rename(id, { first_name: 'Fresher', last_name: 'Child' }, { first_name: 'Fresh' }),
      ),
    );
    expect(outcomes(answer)).toEqual(['applied', 'applied', 'applied']);
    expect(await stored(id)).toEqual({
      first_name: 'Fresher',
      last_name: 'Child',
      privacy_preference: 'public',
    });
  });

  it('without calls does nothing', async () => {
    const before = await everything();
    expect(await push(greenfield.teacher, new TestOutbox(), [])).toEqual({ results: [], pull: null });
    expect(await everything()).toEqual(before);
  });

  it('with a cursor brings the page that shows its effect and confirms it', async () => {
    const outbox = new TestOutbox();
    const { client_id } = outbox;
    const caller = await world.as(greenfield.teacher);
    const { cursor } = await world.call(caller, syncEndpoints.pull, { body: { client_id, cursor: null } });
    const student = await newStudent({ first_name: 'Shown', last_name: 'Child' });
    const calls = outbox.number(queue.updatePrivacy(student.id, 'community', 'private'));
    const body = { client_id, user_id: greenfield.teacher.id, calls };
    const answer = await world.call(caller, syncEndpoints.push, { body: { ...body, cursor } });
    expect(answer.pull).toMatchObject({ reset: false, confirmed_seq: 1, more: false });
    const [scope] = answer.pull?.scopes ?? [];
    expect(scope?.scope).toBe(scopeOf.schoolClass(greenfield.ownClass.id));
    expect(scope?.tables.students?.rows).toMatchObject([{ id: student.id, privacy_preference: 'community' }]);

    const first = await world.call(caller, syncEndpoints.push, { body: { ...body, cursor: null } });
    expect(first.pull).toMatchObject({ reset: true, confirmed_seq: 1 });
  });
});

describe('a call that is sent again', () => {
  it('takes effect once and answers the same, the refused one with the same problem', async () => {
    const schoolClass = await newClass();
    const outbox = new TestOutbox();
    const calls = outbox.number(
      queue.add(schoolClass.id, [{ first_name: 'Once' }]),
      queue.add(greenfield.otherClass.id, [{ first_name: 'Refused' }]),
      queue.add(schoolClass.id, [{ first_name: 'Twice' }]),
    );
    const first = await push(greenfield.teacher, outbox, calls);
    expect(outcomes(first)).toEqual(['applied', 'refused', 'applied']);
    const before = await everythingButTheLedger();
    expect(await push(greenfield.teacher, outbox, calls)).toEqual(first);
    expect((await push(greenfield.teacher, outbox, calls.slice(1, 2))).results).toEqual(
      first.results.slice(1, 2),
    );
    expect(await everythingButTheLedger()).toEqual(before);
    expect(await namesIn(schoolClass)).toEqual(['Once', 'Twice']);
  });

  it('at the same moment by several tabs takes effect once', async () => {
    const schoolClass = await newClass();
    const outbox = new TestOutbox();
    const calls = outbox.number(
      ...Array.from({ length: 20 }, (_, place) =>
        queue.add(schoolClass.id, [{ first_name: `Child ${place}` }]),
      ),
    );
    const answers = await Promise.all([
      push(greenfield.teacher, outbox, calls),
      push(greenfield.teacher, outbox, calls),
      push(greenfield.teacher, outbox, calls.slice(0, 10)),
    ]);
    for (const answer of answers) expect(new Set(outcomes(answer))).toEqual(new Set(['applied']));
    expect(await namesIn(schoolClass)).toEqual(calls.map((_call, place) => `Child ${place}`));
  });

  it('with newer ones after it does not hold those back', async () => {
    const schoolClass = await newClass();
    const outbox = new TestOutbox();
    const first = outbox.number(queue.add(schoolClass.id, [{ first_name: 'Old' }]));
    await push(greenfield.teacher, outbox, first);
    const more = [...first, ...outbox.number(queue.add(schoolClass.id, [{ first_name: 'New' }]))];
    expect(outcomes(await push(greenfield.teacher, outbox, more))).toEqual(['applied', 'applied']);
    expect(await namesIn(schoolClass)).toEqual(['Old', 'New']);
  });

  it('was decided when it was sent first, whatever happened since', async () => {
    const student = await newStudent({ first_name: 'Late', last_name: 'Child' });
    const outbox = new TestOutbox();
    const calls = outbox.number(queue.updatePrivacy(student.id, 'public', 'private'));
    await push(greenfield.teacher, outbox, calls);
    await setPrivacy(student.id, 'private');
    expect(outcomes(await push(greenfield.teacher, outbox, calls))).toEqual(['applied']);
    expect(await stored(student.id)).toMatchObject({ privacy_preference: 'private' });
  });
});

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

describe('a number that was used by another call', () => {
  it('forks: the call is not applied, the ones after it that are new are', async () => {
    const schoolClass = await newClass();
    const outbox = new TestOutbox();
    const [first] = outbox.number(queue.add(schoolClass.id, [{ first_name: 'First' }]));
    if (!first) throw new Error('No call was made');
    await push(greenfield.teacher, outbox, [first]);
    const copied: QueuedCall = { seq: first.seq, ...queue.add(schoolClass.id, [{ first_name: 'Copied' }]) };
    expect(await push(greenfield.teacher, outbox, [copied])).toMatchObject({
      results: [{ seq: 1, outcome: 'fork' }],
    });
    expect(await namesIn(schoolClass)).toEqual(['First']);
  });

  it('forks too when numbers go back to where nothing was sent', async () => {
    const schoolClass = await newClass();
    const outbox = new TestOutbox();
    const calls = outbox.number(
      queue.add(schoolClass.id, [{ first_name: 'Skipped' }]),
      queue.add(schoolClass.id, [{ first_name: 'Sent' }]),
    );
    expect(outcomes(await push(greenfield.teacher, outbox, calls.slice(1)))).toEqual(['applied']);
    expect(outcomes(await push(greenfield.teacher, outbox, calls))).toEqual(['fork', 'applied']);
    expect(await namesIn(schoolClass)).toEqual(['Sent']);
  });

  it('is no matter between two people, two devices or two schools', async () => {
    const schoolClass = await newClass();
    const outbox = new TestOutbox();
    const calls = () => [{ seq: 1, ...queue.add(schoolClass.id, [{ first_name: 'Each' }]) }];
    expect(outcomes(await push(greenfield.teacher, outbox, calls()))).toEqual(['applied']);
    expect(outcomes(await push(greenfield.schoolAdmin, outbox, calls()))).toEqual(['applied']);
    expect(outcomes(await push(greenfield.teacher, new TestOutbox(), calls()))).toEqual(['applied']);
    expect(outcomes(await push(riverside.teacher, outbox, calls()))).toEqual(['refused']);
    expect(await namesIn(schoolClass)).toEqual(['Each', 'Each', 'Each']);
  });
});

describe('a call that the server does not know', () => {
  it.each([
    ['a name that is none', { name: 'students.turnIntoFrog' }],
    ['a name that is everywhere', { name: 'constructor' }],
    ['a call that is never queued', { name: 'classes.read' }],
    ['signing in', { name: 'identity.signIn' }],
    ['a version from the future', { v: 2 }],
  ])('waits for an update: %s', async (_what, change) => {
    const outbox = new TestOutbox();
    const before = await everythingButTheLedger();
    const [call] = outbox.number(queue.updatePrivacy(greenfield.student.id, 'public'));
    if (!call) throw new Error('No call was made');
    expect(await push(greenfield.teacher, outbox, [{ ...call, ...change }])).toMatchObject({
      results: [{ seq: 1, outcome: 'needs_update' }],
    });
    expect(await everythingButTheLedger()).toEqual(before);
  });

  it('holds back none of those after it', async () => {
    const schoolClass = await newClass();
    const outbox = new TestOutbox();
    const calls = outbox.number(
      queue.anything('works.save'),
      queue.add(schoolClass.id, [{ first_name: 'Known' }]),
      queue.anything('works.save'),
    );
    expect(outcomes(await push(greenfield.teacher, outbox, calls))).toEqual([
      'needs_update',
      'applied',
      'needs_update',
    ]);
    expect(await namesIn(schoolClass)).toEqual(['Known']);
  });

  it('is decided once the server knows it, when nothing was sent after it', async () => {
    const schoolClass = await newClass();
    const outbox = new TestOutbox();
    const calls = outbox.number(queue.add(schoolClass.id, [{ first_name: 'Later' }]));
    expect(
      outcomes(
        await push(
          greenfield.teacher,
          outbox,
          calls.map((call) => ({ ...call, v: 2 })),
        ),
      ),
    ).toEqual(['needs_update']);
    expect(outcomes(await push(greenfield.teacher, outbox, calls))).toEqual(['applied']);
    expect(await namesIn(schoolClass)).toEqual(['Later']);
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

describe('a long push', () => {
  it('of more calls than a transaction takes is decided call by call, in order and once', async () => {
    const schoolClass = await newClass();
    const outbox = new TestOutbox();
    const calls = outbox.number(
      ...Array.from({ length: 130 }, (_, place) => {
        if (place % 10 === 3) return queue.add(greenfield.otherClass.id, [{ first_name: 'Refused' }]);
        if (place % 10 === 7) return queue.anything('works.save');
        return queue.add(schoolClass.id, [{ first_name: `Child ${place}` }]);
      }),
    );
    const answer = await push(greenfield.teacher, outbox, calls);
    expect(answer.results.map((result) => result.seq)).toEqual(calls.map((call) => call.seq));
    const expected = calls.map((_call, place) =>
      place % 10 === 3 ? 'refused' : place % 10 === 7 ? 'needs_update' : 'applied',
    );
    expect(outcomes(answer)).toEqual(expected);
    const names = calls.flatMap((_call, place) => (expected[place] === 'applied' ? [`Child ${place}`] : []));
    expect(await namesIn(schoolClass)).toEqual(names);

    const decided = calls.filter((_call, place) => expected[place] !== 'needs_update');
    expect((await push(greenfield.teacher, outbox, decided)).results).toEqual(
      answer.results.filter((result) => result.outcome !== 'needs_update'),
    );
    expect(await namesIn(schoolClass)).toEqual(names);
  });

  it('takes a thousand calls', async () => {
    const student = await newStudent();
    const outbox = new TestOutbox();
    const calls = outbox.number(
      ...Array.from({ length: limits.callsPerPush }, (_, place) =>
        queue.updatePrivacy(student.id, place % 2 === 0 ? 'community' : 'public'),
      ),
    );
    const answer = await push(greenfield.teacher, outbox, calls);
    expect(answer.results).toHaveLength(limits.callsPerPush);
    expect(new Set(outcomes(answer))).toEqual(new Set(['applied']));
    expect(await stored(student.id)).toMatchObject({ privacy_preference: 'public' });
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

describe('two devices that change the same students in opposite order', () => {
  it('both get through', async () => {
    const students = await makeStudents(
      world.context,
      greenfield.tenant,
      greenfield.ownClass,
      Array.from({ length: 20 }, () => ({ first_name: 'Shared' })),
    );
    const [one, other] = [new TestOutbox(), new TestOutbox()];
    const changes = students.map((student) => student.id);
    const answers = await Promise.all([
      push(greenfield.teacher, one, one.number(...changes.map((id) => queue.updatePrivacy(id, 'community')))),
      push(
        greenfield.schoolAdmin,
        other,
        other.number(...changes.toReversed().map((id) => queue.updatePrivacy(id, 'public'))),
      ),
    ]);
    for (const answer of answers) expect(outcomes(answer)).toEqual(changes.map(() => 'applied'));
  });
});
