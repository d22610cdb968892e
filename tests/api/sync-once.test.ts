import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import type { CallResult, QueuedCall } from '#contract/sync/sync.schema.ts';
import { createApp } from '#server/app.ts';
import { openDatabase, type Database } from '#server/platform/database.ts';
import { makeClass, makeStudents, type MadeClass } from '#server/seeds/factories.ts';
import { openApiWorld, type ApiWorld, type Person, type TestSchool } from '../support/api-world.ts';
import { fingerprinter, type Fingerprint } from '../support/fingerprint.ts';
import { untilWaiting } from '../support/lock-waits.ts';
import { queue, TestOutbox } from '../support/queued-calls.ts';
import { testSecretKey } from '../support/test-database.ts';

let world: ApiWorld;
let greenfield: TestSchool;
let riverside: TestSchool;
/** A second server process, as far as the database can tell: another pool, another program. */
let other: { app: ApiWorld['app']; database: Database };
let everythingButTheLedger: () => Promise<Fingerprint>;

beforeAll(async () => {
  world = await openApiWorld();
  ({ greenfield, riverside } = world);
  const database = openDatabase(world.testDatabase.url, { connections: 8 });
  const app = await createApp({
    database,
    databaseUrl: world.testDatabase.url,
    secretKey: testSecretKey,
    baseDomain: 'localhost',
    trustProxy: false,
    webRoot: null,
    clock: world.clock,
    logLevel: 'silent',
  });
  other = { app, database };
  for (const person of [greenfield.teacher, greenfield.schoolAdmin, riverside.teacher])
    await world.as(person);
  everythingButTheLedger = await fingerprinter(world.testDatabase.administrator, {
    except: ['sync_calls', 'sync_clients'],
  });
});

afterAll(async () => {
  await other.app.close();
  await other.database.destroy();
  await world.close();
});

type Calls = readonly QueuedCall[];

async function push(
  client: { client_id: string },
  calls: Calls,
  person: Person = greenfield.teacher,
): Promise<CallResult[]> {
  const { results } = await world.call(await world.as(person), syncEndpoints.push, {
    body: { client_id: client.client_id, user_id: person.id, calls: [...calls] },
  });
  return results;
}

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

const outcomes = (results: readonly CallResult[]) => results.map((result) => result.outcome);

async function confirmedSeq(client: { client_id: string }): Promise<number> {
  const { confirmed_seq } = await world.call(await world.as(greenfield.teacher), syncEndpoints.pull, {
    body: { client_id: client.client_id, cursor: null },
  });
  return confirmed_seq;
}

async function namesIn(schoolClass: MadeClass): Promise<string[]> {
  const { results } = await world.call(await world.as(greenfield.teacher), studentEndpoints.listInClass, {
    params: { classCode: schoolClass.class_id },
    query: { limit: 1000 },
  });
  return results.students.map((student) => student.first_name);
}

const newClass = () => makeClass(world.context, greenfield.tenant, { teachers: [greenfield.teacher] });
/** Calls as another client numbers them. */
const renumbered = (calls: Calls, first: number): QueuedCall[] =>
  calls.map((call, place) => ({ ...call, seq: first + place }));

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
