import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import type { CallResult, QueuedCall } from '#contract/sync/sync.schema.ts';
import { makeStudents } from '#server/seeds/factories.ts';
import type { Person } from '../support/api-world.ts';
import { untilWaiting } from '../support/lock-waits.ts';
import { queue, TestOutbox } from '../support/queued-calls.ts';
import { type Calls, outcomes, renumbered, twoServersOfFile } from './sync-once.support.ts';

const { world, greenfield, riverside, other, everythingButTheLedger, push, confirmedSeq, namesIn, newClass } =
  twoServersOfFile();

async function pushToTheOther(
  client: { client_id: string },
  calls: Calls,
  person: Person = greenfield.teacher,
): Promise<CallResult[]> {
  const { host, access } = await world.as(person);
  const response = await other.app.inject({
    method: 'POST',
    url: '/api/sync/push/',
    headers: { host, authorization: `Bearer ${access}` },
    payload: { client_id: client.client_id, user_id: person.id, calls },
  });
  expect(response.statusCode).toBe(200);
  return response.json<{ results: CallResult[] }>().results;
}

describe('the same call from another client of the person', () => {
  it('is answered as it was decided, and a pull of that client confirms it', async () => {
    const schoolClass = await newClass();
    const outbox = new TestOutbox();
    const calls = outbox.number(
      queue.add(schoolClass.id, [{ first_name: 'Once' }]),
      queue.add(greenfield.otherClass.id, [{ first_name: 'Refused' }]),
      queue.add(schoolClass.id, [{ first_name: 'Twice' }]),
    );
    const first = await push(outbox, calls);
    expect(outcomes(first)).toEqual(['applied', 'refused', 'applied']);
    const before = await everythingButTheLedger();

    const copy = new TestOutbox();
    expect(await confirmedSeq(copy)).toBe(0);
    const answers = await push(copy, renumbered(calls, 4));
    expect(answers).toEqual(first.map((result) => ({ ...result, seq: result.seq + 3 })));
    expect(await confirmedSeq(copy)).toBe(6);
    expect(await everythingButTheLedger()).toEqual(before);
    expect(await namesIn(schoolClass)).toEqual(['Once', 'Twice']);
  });

  it('does not hold back what is new after it', async () => {
    const schoolClass = await newClass();
    const [outbox, copy] = [new TestOutbox(), new TestOutbox()];
    const shared = outbox.number(queue.add(schoolClass.id, [{ first_name: 'Shared' }]));
    await push(outbox, shared);
    const own: QueuedCall = { seq: 2, ...queue.add(schoolClass.id, [{ first_name: 'Own' }]) };
    expect(outcomes(await push(copy, [...shared, own]))).toEqual(['applied', 'applied']);
    expect(await confirmedSeq(copy)).toBe(2);
    // The first client goes on from where it was.
    const more = outbox.number(queue.add(schoolClass.id, [{ first_name: 'More' }]));
    expect(outcomes(await push(outbox, more))).toEqual(['applied']);
    expect(await namesIn(schoolClass)).toEqual(['Shared', 'Own', 'More']);
  });

  it('uses the number up: another call under it forks', async () => {
    const schoolClass = await newClass();
    const copy = new TestOutbox();
    const [shared] = new TestOutbox().number(queue.add(schoolClass.id, [{ first_name: 'Shared' }]));
    if (!shared) throw new Error('No call was made');
    await push(new TestOutbox(), [shared]);
    await push(copy, [shared]);
    const another = { seq: shared.seq, ...queue.add(schoolClass.id, [{ first_name: 'Another' }]) };
    expect(outcomes(await push(copy, [another]))).toEqual(['fork']);
    expect(await namesIn(schoolClass)).toEqual(['Shared']);
  });

  it('after a fork is answered as well, and confirms nothing past the fork', async () => {
    const schoolClass = await newClass();
    const [outbox, copy] = [new TestOutbox(), new TestOutbox()];
    const shared = outbox.number(queue.add(schoolClass.id, [{ first_name: 'Shared' }]));
    await push(outbox, shared);
    await push(copy, [{ seq: 3, ...queue.add(schoolClass.id, [{ first_name: 'Third' }]) }]);
    const stray = { seq: 2, ...queue.add(schoolClass.id, [{ first_name: 'Stray' }]) };
    expect(outcomes(await push(copy, [stray, ...renumbered(shared, 7)]))).toEqual(['fork', 'applied']);
    expect(await confirmedSeq(copy)).toBe(3);
  });

  it('twice in one push takes effect once', async () => {
    const schoolClass = await newClass();
    const [call] = new TestOutbox().number(queue.add(schoolClass.id, [{ first_name: 'Once' }]));
    if (!call) throw new Error('No call was made');
    expect(outcomes(await push(new TestOutbox(), [call, { ...call, seq: 2 }]))).toEqual([
      'applied',
      'applied',
    ]);
    expect(await namesIn(schoolClass)).toEqual(['Once']);
  });

  it('at the same moment, through two servers, takes effect once', async () => {
    const schoolClass = await newClass();
    const calls = new TestOutbox().number(
      ...Array.from({ length: 60 }, (_, place) =>
        place % 7 === 3
          ? queue.add(greenfield.otherClass.id, [{ first_name: 'Refused' }])
          : queue.add(schoolClass.id, [{ first_name: `Child ${place}` }]),
      ),
    );
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => push(new TestOutbox(), calls)),
      ...Array.from({ length: 4 }, () => pushToTheOther(new TestOutbox(), calls)),
    ]);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await namesIn(schoolClass)).toEqual(
      calls.flatMap((_call, place) => (place % 7 === 3 ? [] : [`Child ${place}`])),
    );
    const { rows } = await world.testDatabase.administrator.query<{ count: number }>(
      'select count(*)::int from sync_calls where mutation_id = any($1)',
      [calls.map((call) => call.mutation_id)],
    );
    expect(rows).toEqual([{ count: calls.length }]);
  });

  it('waits for a push of the person that is not committed yet', async () => {
    const schoolClass = await newClass();
    const calls = new TestOutbox().number(queue.add(schoolClass.id, [{ first_name: 'Slow' }]));
    const { administrator } = world.testDatabase;
    // The first push cannot commit while somebody holds the class's counter; it has run its call by then.
    await administrator.query('begin');
    await administrator.query('select from scope_versions where scope = $1 for update', [
      `class:${schoolClass.id}`,
    ]);
    const slow = push(new TestOutbox(), calls);
    await untilWaiting(administrator, 1, 'transactionid');
    const second = pushToTheOther(new TestOutbox(), calls);
    await untilWaiting(administrator, 1, 'advisory');
    await administrator.query('commit');
    expect(outcomes(await slow)).toEqual(['applied']);
    expect(outcomes(await second)).toEqual(['applied']);
    expect(await namesIn(schoolClass)).toEqual(['Slow']);
  });

  it('of another person or another school is another call', async () => {
    const schoolClass = await newClass();
    const call = { seq: 1, ...queue.add(schoolClass.id, [{ first_name: 'Each' }]) };
    const fresh = () => ({
      ...call,
      input: { ...call.input, body: { students: [{ first_name: 'Each', last_name: '' }] } },
    });
    expect(outcomes(await push(new TestOutbox(), [fresh()]))).toEqual(['applied']);
    expect(outcomes(await push(new TestOutbox(), [fresh()], greenfield.schoolAdmin))).toEqual(['applied']);
    const theirs = { ...fresh(), input: { ...fresh().input, params: { classId: riverside.ownClass.id } } };
    expect(outcomes(await push(new TestOutbox(), [theirs], riverside.teacher))).toEqual(['applied']);
    expect(await namesIn(schoolClass)).toEqual(['Each', 'Each']);
  });
});

describe('a pull', () => {
  const pullAs = async (person: Person, user_id: string) =>
    await world.request(await world.as(person), 'POST', '/api/sync/pull/', {
      body: { client_id: randomUUID(), user_id, cursor: null },
    });

  it('that names the person for whom it is answers them', async () => {
    expect(await pullAs(greenfield.teacher, greenfield.teacher.id)).toMatchObject({
      status: 200,
      body: { reset: true },
    });
    expect(await pullAs(greenfield.teacher, greenfield.teacher.id.toUpperCase())).toMatchObject({
      status: 200,
    });
  });

  it('for another person is refused and brings no rows', async () => {
    for (const someone of [greenfield.schoolAdmin, greenfield.student, riverside.teacher]) {
      const answer = await pullAs(greenfield.teacher, someone.id);
      expect(answer).toMatchObject({
        status: 409,
        body: { code: 'sync.other_person', error: 'These changes belong to another person.' },
      });
      expect(answer.body).not.toHaveProperty('scopes');
    }
  });
});

describe('two people who change the same students in all orders', () => {
  it('both get through, and neither is thrown out to try again', async () => {
    const schoolClass = await newClass();
    const students = await makeStudents(
      world.context,
      greenfield.tenant,
      schoolClass,
      Array.from({ length: 40 }, () => ({ first_name: 'Shared' })),
    );
    const ids = students.map((student) => student.id);
    const orders = [ids, ids.toReversed(), [...ids.slice(20), ...ids.slice(0, 20)]];
    const { administrator } = world.testDatabase;
    const answers = await Promise.all(
      orders.flatMap((order, place) =>
        [greenfield.teacher, greenfield.schoolAdmin].map((person) => {
          const outbox = new TestOutbox();
          const privacy = place % 2 === 0 ? 'community' : 'public';
          return push(outbox, outbox.number(...order.map((id) => queue.updatePrivacy(id, privacy))), person);
        }),
      ),
    );
    for (const answer of answers) expect(new Set(outcomes(answer))).toEqual(new Set(['applied']));
    // Where two transactions wait for each other, PostgreSQL throws one out, and it would start over.
    const { rows } = await administrator.query<{ deadlocks: number }>(
      'select deadlocks::int from pg_stat_database where datname = current_database()',
    );
    expect(rows).toEqual([{ deadlocks: 0 }]);
  });
});

describe('the ledger of an earlier version', () => {
  it('that holds a call of two clients keeps the decision that applied it', async () => {
    const { administrator } = world.testDatabase;
    const sql = await readFile('server/migrations/0005_calls_once.sql', 'utf8');
    const [one, two] = [randomUUID(), randomUUID()];
    const mutation = uuidv7();
    const kept = uuidv7();
    await administrator.query('begin');
    try {
      await administrator.query(`
        alter table sync_calls drop constraint sync_calls_once;
        alter table idempotency_keys drop constraint idempotency_keys_one_outcome, drop column problem`);
      const key = [greenfield.tenant.id, greenfield.teacher.id];
      for (const client of [one, two])
        await administrator.query(
          'insert into sync_clients (tenant_id, user_id, client_id) values ($1, $2, $3)',
          [...key, client],
        );
      const insert = `insert into sync_calls (tenant_id, user_id, client_id, seq, mutation_id, name, problem)
        values ($1, $2, $3, $4, $5, 'students.rename', $6)`;
      await administrator.query(insert, [...key, one, 1, mutation, '{"code":"x.y"}']);
      await administrator.query(insert, [...key, two, 1, mutation, null]);
      await administrator.query(insert, [...key, two, 2, mutation, null]);
      await administrator.query(insert, [...key, two, 3, kept, null]);
      // Whoever owns the tables need not be a superuser: row-level security then holds for the migration too.
      await administrator.query(`
        create role test_owner;
        grant create, usage on schema public to test_owner;
        alter table sync_calls owner to test_owner;
        alter table idempotency_keys owner to test_owner;
        set local role test_owner`);
      await administrator.query(sql);
      await administrator.query('reset role');
      const { rows } = await administrator.query(
        'select client_id, seq::int, mutation_id from sync_calls where client_id = any($1) order by seq',
        [[one, two]],
      );
      expect(rows).toEqual([
        { client_id: two, seq: 1, mutation_id: mutation },
        { client_id: two, seq: 3, mutation_id: kept },
      ]);
    } finally {
      await administrator.query('rollback');
    }
  });
});
