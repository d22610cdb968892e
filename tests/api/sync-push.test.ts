import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { limits } from '#contract/kit/limits.ts';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import { type QueuedCall, scopeOf } from '#contract/sync/sync.schema.ts';
import { makeStudents } from '#server/seeds/factories.ts';
import { queue, TestOutbox } from '../support/queued-calls.ts';
import { outcomes, pushesOfFile } from './sync-push.support.ts';

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
