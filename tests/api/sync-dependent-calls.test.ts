import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { makeStudents } from '#server/seeds/factories.ts';
import { queue, TestOutbox } from '../support/queued-calls.ts';
import { outcomes, renumbered, twoServersOfFile } from './sync-once.support.ts';

const { world, greenfield, push, confirmedSeq, namesIn, newClass } = twoServersOfFile();

describe('a call that depends on others', () => {
  const child = (name: string, id = uuidv7()) => ({ id, first_name: name, last_name: 'Child' });

  it('is held where one of them was refused, uses no number up, and those that do not depend on it go on', async () => {
    const schoolClass = await newClass();
    const outbox = new TestOutbox();
    const made = child('Refused', greenfield.student.id);
    const add = queue.add(schoolClass.id, [made]);
    const rename = {
      ...queue.rename(made.id, { first_name: 'New', last_name: 'Name' }),
      depends_on: [add.mutation_id],
    };
    const calls = outbox.number(
      add,
      rename,
      { ...queue.updatePrivacy(made.id, 'public'), depends_on: [rename.mutation_id] },
      queue.add(schoolClass.id, [child('Free')]),
      { ...queue.updatePrivacy(made.id, 'community'), depends_on: [add.mutation_id, uuidv7()] },
    );
    const results = await push(outbox, calls);
    expect(outcomes(results)).toEqual(['refused', 'held', 'held', 'applied', 'held']);
    expect(results[1]).toEqual({ seq: 2, outcome: 'held' });
    expect(await confirmedSeq(outbox)).toBe(4);
    const { rows } = await world.testDatabase.administrator.query<{ seq: string }>(
      'select seq from sync_calls where client_id = $1 order by seq',
      [outbox.client_id],
    );
    expect(rows.map((row) => Number(row.seq))).toEqual([1, 4]);

    // The answer was lost: the same is said again, and nothing forks.
    expect(outcomes(await push(outbox, calls))).toEqual(['refused', 'held', 'held', 'applied', 'held']);
    expect(outcomes(await push(outbox, calls.slice(4)))).toEqual(['held']);
    // Another client of the person hears the same of the same calls.
    const copy = new TestOutbox();
    expect(outcomes(await push(copy, renumbered(calls.slice(1, 2), 9)))).toEqual(['held']);
    expect(await confirmedSeq(copy)).toBe(0);
    expect(await namesIn(schoolClass)).toEqual(['Free']);
  });

  it('is applied where they were, in this push, before it, or by another client', async () => {
    const schoolClass = await newClass();
    const [outbox, copy] = [new TestOutbox(), new TestOutbox()];
    const made = child('Made');
    const add = queue.add(schoolClass.id, [made]);
    const change = (first_name: string) => ({
      ...queue.rename(made.id, { first_name, last_name: 'Child' }),
      depends_on: [add.mutation_id],
    });
    expect(outcomes(await push(outbox, outbox.number(add, change('One'))))).toEqual(['applied', 'applied']);
    expect(outcomes(await push(outbox, outbox.number(change('Two'))))).toEqual(['applied']);
    expect(outcomes(await push(copy, copy.number(change('Three'))))).toEqual(['applied']);
    expect(await namesIn(schoolClass)).toEqual(['Three']);
  });

  it('is held across the transactions of a long push', async () => {
    const schoolClass = await newClass();
    const outbox = new TestOutbox();
    const taken = queue.add(schoolClass.id, [child('Refused', greenfield.student.id)]);
    const held = { ...queue.updatePrivacy(uuidv7(), 'public'), depends_on: [taken.mutation_id] };
    const fillers = Array.from({ length: 110 }, (_, place) =>
      queue.updatePrivacy(uuidv7(), 'public', place % 2 ? 'public' : undefined),
    );
    const last = { ...queue.updatePrivacy(uuidv7(), 'public'), depends_on: [held.mutation_id] };
    const results = outcomes(await push(outbox, outbox.number(taken, held, ...fillers, last)));
    expect(results.slice(0, 2)).toEqual(['refused', 'held']);
    expect(results.at(-1)).toBe('held');
    expect(new Set(results.slice(2, -1))).toEqual(new Set(['refused']));
  });

  it.each([
    [
      'waits for an update',
      (id: string) => [{ ...queue.anything('works.save'), mutation_id: id }],
      'needs_update',
    ],
    ['comes only after it', null, 'applied'],
  ])('is held while one that is sent along %s', async (_what, before, outcome) => {
    const schoolClass = await newClass();
    const outbox = new TestOutbox();
    const id = uuidv7();
    const dependent = { ...queue.add(schoolClass.id, [child('Dependent')]), depends_on: [id] };
    const calls = before
      ? outbox.number(...before(id), dependent)
      : outbox.number(dependent, { ...queue.add(schoolClass.id, [child('Late')]), mutation_id: id });
    const results = outcomes(await push(outbox, calls));
    expect(results.toSorted()).toEqual(['held', outcome].toSorted());
    expect(await namesIn(schoolClass)).toEqual(before ? [] : ['Late']);
  });

  it('on itself is held', async () => {
    const outbox = new TestOutbox();
    const call = queue.add(greenfield.ownClass.id, [child('Self')]);
    expect(outcomes(await push(outbox, outbox.number({ ...call, depends_on: [call.mutation_id] })))).toEqual([
      'held',
    ]);
  });

  it('that nobody ever heard of is tried: it is refused where what it changes is not there', async () => {
    const schoolClass = await newClass();
    const outbox = new TestOutbox();
    const [present] = await makeStudents(world.context, greenfield.tenant, schoolClass, [
      { first_name: 'Present' },
    ]);
    const forgotten = [uuidv7()];
    const results = await push(
      outbox,
      outbox.number(
        { ...queue.rename(uuidv7(), { first_name: 'Nobody', last_name: 'There' }), depends_on: forgotten },
        {
          ...queue.rename(present?.id ?? '', { first_name: 'Still', last_name: 'There' }),
          depends_on: forgotten,
        },
      ),
    );
    expect(results).toMatchObject([
      { outcome: 'refused', problem: { code: 'students.not_found' } },
      { outcome: 'applied' },
    ]);
    expect(await namesIn(schoolClass)).toEqual(['Still']);
  });

  it('is held where a plain call of that id was refused, and applied where it was applied', async () => {
    const schoolClass = await newClass();
    const caller = await world.as(greenfield.teacher);
    const plain = async (id: string, first_name: string) => {
      const key = uuidv7();
      const { status } = await world.request(
        caller,
        'POST',
        `/api/class/${schoolClass.id}/bulk-add-students/`,
        {
          body: { students: [{ id, first_name }] },
          headers: { 'idempotency-key': key },
        },
      );
      return { key, status };
    };
    const id = uuidv7();
    const applied = await plain(id, 'Plain');
    const refused = await plain(greenfield.student.id, 'Taken');
    expect([applied.status, refused.status]).toEqual([200, 409]);
    const outbox = new TestOutbox();
    const calls = outbox.number(
      { ...queue.rename(id, { first_name: 'Renamed', last_name: 'Child' }), depends_on: [applied.key] },
      { ...queue.updatePrivacy(id, 'public'), depends_on: [refused.key] },
    );
    expect(outcomes(await push(outbox, calls))).toEqual(['applied', 'held']);
    expect(await namesIn(schoolClass)).toEqual(['Renamed']);
  });

  it('is no matter of another person’s calls', async () => {
    const schoolClass = await newClass();
    const add = queue.add(schoolClass.id, [child('Refused', greenfield.student.id)]);
    expect(outcomes(await push(new TestOutbox(), [{ seq: 1, ...add }]))).toEqual(['refused']);
    const dependent = () => ({
      ...queue.add(schoolClass.id, [child('Hers')]),
      depends_on: [add.mutation_id],
    });
    const [hers, mine] = [new TestOutbox(), new TestOutbox()];
    expect(outcomes(await push(hers, hers.number(dependent()), greenfield.schoolAdmin))).toEqual(['applied']);
    expect(outcomes(await push(mine, mine.number(dependent())))).toEqual(['held']);
  });
});

describe('a call that fails among others', () => {
  it('is refused alone, wherever it stands', async () => {
    const schoolClass = await newClass();
    const outbox = new TestOutbox();
    // Each place within the calls that share a savepoint, and two at once.
    const isBad = (place: number) => place % 11 === 0 || place === 35;
    const calls = outbox.number(
      ...Array.from({ length: 100 }, (_, place) =>
        queue.add(schoolClass.id, [
          { first_name: `Child ${place}` },
          ...(isBad(place) ? [{ id: greenfield.student.id, first_name: 'Taken' }] : []),
        ]),
      ),
    );
    const audits = async () => {
      const { rows } = await world.testDatabase.administrator.query<{ count: number }>(
        "select count(*)::int from audit_entries where action = 'students.added' and subject_id = $1",
        [schoolClass.id],
      );
      return rows[0]?.count;
    };
    const results = outcomes(await push(outbox, calls));
    expect(results).toEqual(calls.map((_call, place) => (isBad(place) ? 'refused' : 'applied')));
    const good = calls.flatMap((_call, place) => (isBad(place) ? [] : [`Child ${place}`]));
    expect(await namesIn(schoolClass)).toEqual(good);
    expect(await audits()).toBe(good.length);
  });
});
