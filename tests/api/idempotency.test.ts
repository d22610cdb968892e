import { randomUUID } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '#contract/api.ts';
import { ProblemBody } from '#contract/kit/problem.ts';
import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import type { CallResult, QueuedCall } from '#contract/sync/sync.schema.ts';
import { makeClass, makeStudent, type MadeClass } from '#server/seeds/factories.ts';
import { urlOf, type Person, type RawAnswer } from '../support/api-world.ts';
import { fingerprinter, type Fingerprint } from '../support/fingerprint.ts';
import { queue, TestOutbox } from '../support/queued-calls.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();
let everythingButTheLedger: () => Promise<Fingerprint>;

beforeAll(async () => {
  for (const person of [greenfield.teacher, greenfield.schoolAdmin, riverside.teacher])
    await world.as(person);
  everythingButTheLedger = await fingerprinter(world.testDatabase.administrator, {
    except: ['sync_calls', 'sync_clients', 'idempotency_keys'],
  });
});

const newClass = () => makeClass(world.context, greenfield.tenant, { teachers: [greenfield.teacher] });

/** The call as the plain request that its endpoint takes, with its id as the key. */
async function sendPlain(
  call: Pick<QueuedCall, 'name' | 'input' | 'mutation_id'>,
  person: Person = greenfield.teacher,
): Promise<RawAnswer> {
  const endpoint = endpoints.find(({ name }) => name === call.name);
  if (!endpoint) throw new Error(`${call.name} is no endpoint`);
  return await world.request(await world.as(person), endpoint.method, urlOf(endpoint, call.input), {
    body: call.input.body,
    headers: { 'idempotency-key': call.mutation_id },
  });
}

async function push(
  outbox: TestOutbox,
  calls: readonly QueuedCall[],
  person: Person = greenfield.teacher,
): Promise<CallResult[]> {
  const { results } = await world.call(await world.as(person), syncEndpoints.push, {
    body: { client_id: outbox.client_id, user_id: person.id, calls: [...calls] },
  });
  return results;
}

async function confirmedSeq(outbox: TestOutbox): Promise<number> {
  const { confirmed_seq } = await world.call(await world.as(greenfield.teacher), syncEndpoints.pull, {
    body: { client_id: outbox.client_id, cursor: null },
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

describe('a refused call with an Idempotency-Key', () => {
  it('is refused again with the same problem, though it would be allowed by now', async () => {
    const schoolClass = await newClass();
    const id = uuidv7();
    const call = queue.updatePrivacy(id, 'public');
    const first = await sendPlain(call);
    expect(first).toMatchObject({ status: 404, body: { code: 'students.not_found' } });
    await makeStudent(world.context, greenfield.tenant, schoolClass, { id, first_name: 'Late' });

    const before = await everythingButTheLedger();
    const again = await sendPlain(call);
    expect(again.status).toBe(404);
    const { request_id: firstRequest, ...firstProblem } = v.parse(ProblemBody, first.body);
    const { request_id: nextRequest, ...nextProblem } = v.parse(ProblemBody, again.body);
    expect(nextProblem).toEqual(firstProblem);
    expect(nextRequest).not.toBe(firstRequest);
    expect(nextRequest).toBe(again.headers['x-request-id']);
    expect(await everythingButTheLedger()).toEqual(before);

    expect(await sendPlain({ ...call, mutation_id: uuidv7() })).toMatchObject({ status: 200 });
  });

  it('leaves nothing behind of what it had done before it was refused', async () => {
    const schoolClass = await newClass();
    const call = queue.add(schoolClass.id, [
      { first_name: 'Half' },
      { id: greenfield.student.id, first_name: 'Taken' },
    ]);
    for (let time = 0; time < 2; time += 1) {
      expect(await sendPlain(call)).toMatchObject({ status: 409, body: { code: 'students.id_taken' } });
      expect(await namesIn(schoolClass)).toEqual([]);
    }
  });

  it('keeps its key for this request alone', async () => {
    const schoolClass = await newClass();
    const call = queue.add(schoolClass.id, [{ id: greenfield.student.id, first_name: 'Taken' }]);
    expect((await sendPlain(call)).status).toBe(409);
    const other = { ...queue.add(schoolClass.id, [{ first_name: 'Other' }]), mutation_id: call.mutation_id };
    expect(await sendPlain(other)).toMatchObject({ status: 409, body: { code: 'request.key_reused' } });
    expect(await namesIn(schoolClass)).toEqual([]);
  });

  it('whose input was not valid is free again', async () => {
    const schoolClass = await newClass();
    const call = queue.add(schoolClass.id, [{ first_name: '' }]);
    expect(await sendPlain(call)).toMatchObject({ status: 400, body: { code: 'request.invalid' } });
    const right = { ...queue.add(schoolClass.id, [{ first_name: 'Right' }]), mutation_id: call.mutation_id };
    expect(await sendPlain(right)).toMatchObject({ status: 200 });
    expect(await namesIn(schoolClass)).toEqual(['Right']);
  });

  it('after a failure on our side is tried again', async () => {
    const schoolClass = await newClass();
    const call = queue.add(schoolClass.id, [{ first_name: 'Unlucky' }]);
    const { administrator } = world.testDatabase;
    await administrator.query(`
      create function fail() returns trigger language plpgsql as $$ begin raise exception 'the test asked for it'; end $$`);
    await administrator.query(
      'create trigger unlucky before insert on users for each row execute function fail()',
    );
    expect(await sendPlain(call)).toMatchObject({ status: 500, body: { code: 'request.internal' } });
    await administrator.query('drop trigger unlucky on users');
    expect(await sendPlain(call)).toMatchObject({ status: 200 });
    expect(await namesIn(schoolClass)).toEqual(['Unlucky']);
  });
});

describe('a change that is sent both ways', () => {
  it('pushed first, takes effect once: the plain call hears that it was applied', async () => {
    const schoolClass = await newClass();
    const outbox = new TestOutbox();
    const [call] = outbox.number(queue.add(schoolClass.id, [{ first_name: 'Once' }]));
    if (!call) throw new Error('No call was made');
    expect(await push(outbox, [call])).toEqual([{ seq: 1, outcome: 'applied' }]);
    const before = await everythingButTheLedger();
    const capitals = { ...call, mutation_id: call.mutation_id.toUpperCase() };
    for (const each of [call, call, capitals]) {
      expect(await sendPlain(each)).toMatchObject({
        status: 409,
        body: { code: 'request.already_applied', error: 'This change has already been made.' },
      });
    }
    expect(await everythingButTheLedger()).toEqual(before);
    expect(await namesIn(schoolClass)).toEqual(['Once']);
  });

  it('plain first, takes effect once: the push says applied and a pull confirms it', async () => {
    const schoolClass = await newClass();
    const outbox = new TestOutbox();
    const calls = outbox.number(
      queue.add(schoolClass.id, [{ first_name: 'Once' }]),
      queue.add(schoolClass.id, [{ first_name: 'Next' }]),
    );
    const [first] = calls;
    if (!first) throw new Error('No call was made');
    const plain = await sendPlain(first);
    expect(plain.status).toBe(200);
    expect(await push(outbox, calls.slice(0, 1))).toEqual([{ seq: 1, outcome: 'applied' }]);
    expect(await confirmedSeq(outbox)).toBe(1);
    expect(await push(outbox, calls)).toMatchObject([{ outcome: 'applied' }, { outcome: 'applied' }]);
    expect(await sendPlain(first)).toMatchObject({ status: 200, body: plain.body });
    expect(await namesIn(schoolClass)).toEqual(['Once', 'Next']);
  });

  it('pushed first and refused, is refused to the plain call for the same reason', async () => {
    const student = await makeStudent(world.context, greenfield.tenant, greenfield.ownClass, {
      first_name: 'Theirs',
      last_name: 'Child',
    });
    const outbox = new TestOutbox();
    const seen = { first_name: 'Seen', last_name: 'Child' };
    const calls = outbox.number(queue.rename(student.id, { first_name: 'Mine', last_name: 'Child' }, seen));
    const [result] = await push(outbox, calls);
    expect(result).toMatchObject({
      outcome: 'refused',
      problem: { code: 'students.name_changed_elsewhere' },
    });
    const [call] = calls;
    if (!call || result?.outcome !== 'refused') throw new Error('The call was not refused');
    const { request_id, ...problem } = result.problem;
    const again = await sendPlain(call);
    expect(again).toMatchObject({ status: 409, body: problem });
    expect(v.parse(ProblemBody, again.body).request_id).not.toBe(request_id);
  });

  it('plain first and refused, is refused to the push for the same reason', async () => {
    const schoolClass = await newClass();
    const id = uuidv7();
    const outbox = new TestOutbox();
    const calls = outbox.number(queue.updatePrivacy(id, 'public'));
    const [call] = calls;
    if (!call) throw new Error('No call was made');
    expect((await sendPlain(call)).status).toBe(404);
    await makeStudent(world.context, greenfield.tenant, schoolClass, { id, first_name: 'Late' });
    const refused = [{ seq: 1, outcome: 'refused', problem: { code: 'students.not_found' } }];
    expect(await push(outbox, calls)).toMatchObject(refused);
    expect(await push(outbox, calls)).toMatchObject(refused);
    expect(await confirmedSeq(outbox)).toBe(1);
  });

  it('with another content under the same id is refused both ways', async () => {
    const schoolClass = await newClass();
    const outbox = new TestOutbox();
    const [plain, other] = outbox.number(
      queue.add(schoolClass.id, [{ first_name: 'Plain' }]),
      queue.add(schoolClass.id, [{ first_name: 'Other' }]),
    );
    if (!plain || !other) throw new Error('No call was made');
    expect((await sendPlain(plain)).status).toBe(200);
    const keyReused = { code: 'request.key_reused' };
    expect(await push(outbox, [{ ...other, mutation_id: plain.mutation_id }])).toMatchObject([
      { outcome: 'refused', problem: keyReused },
    ]);
    const renamed = queue.rename(greenfield.student.id, { first_name: 'Other', last_name: 'Call' });
    const [pushed] = outbox.number(queue.add(schoolClass.id, [{ first_name: 'Pushed' }]));
    if (!pushed) throw new Error('No call was made');
    expect(await push(outbox, [pushed])).toMatchObject([{ outcome: 'applied' }]);
    expect(await sendPlain({ ...renamed, mutation_id: pushed.mutation_id })).toMatchObject({
      status: 409,
      body: keyReused,
    });
    expect(await namesIn(schoolClass)).toEqual(['Plain', 'Pushed']);
  });

  it('at the same moment takes effect once', async () => {
    const schoolClass = await newClass();
    const calls = Array.from({ length: 12 }, (_, place) =>
      queue.add(schoolClass.id, [{ first_name: `Child ${place}` }]),
    );
    await Promise.all(
      calls.map(async (call) => {
        const [plain, results, again] = await Promise.all([
          sendPlain(call),
          push(new TestOutbox(), [{ seq: 1, ...call }]),
          sendPlain(call),
        ]);
        expect([200, 409]).toContain(plain.status);
        expect(again.status).toBe(plain.status);
        expect(results).toEqual([{ seq: 1, outcome: 'applied' }]);
        if (plain.status === 409) expect(plain.body).toMatchObject({ code: 'request.already_applied' });
      }),
    );
    expect((await namesIn(schoolClass)).toSorted()).toEqual(
      calls.map((_call, place) => `Child ${place}`).toSorted(),
    );
  });

  it('is no matter between two people or two schools', async () => {
    const call = queue.add(greenfield.ownClass.id, [{ first_name: 'Shared id' }]);
    const mine = { ...call, input: { ...call.input, body: { students: [{ first_name: 'Mine' }] } } };
    const hers = { ...call, input: { ...call.input, body: { students: [{ first_name: 'Hers' }] } } };
    expect(await push(new TestOutbox(), [{ seq: 1, ...mine }])).toMatchObject([{ outcome: 'applied' }]);
    expect((await sendPlain(hers, greenfield.schoolAdmin)).status).toBe(200);
    const theirs = { ...call, input: { ...hers.input, params: { classId: riverside.ownClass.id } } };
    expect((await sendPlain(theirs, riverside.teacher)).status).toBe(200);
    const names = await namesIn(greenfield.ownClass);
    expect(names.filter((name) => name === 'Mine' || name === 'Hers')).toEqual(['Mine', 'Hers']);
  });
});

describe('a key that is no id', () => {
  it('answers again as well', async () => {
    const schoolClass = await newClass();
    const call = {
      ...queue.add(schoolClass.id, [{ first_name: 'Keyed' }]),
      mutation_id: `my key ${randomUUID()}`,
    };
    const first = await sendPlain(call);
    expect(await sendPlain(call)).toMatchObject({ status: 200, body: first.body });
    expect(await namesIn(schoolClass)).toEqual(['Keyed']);
  });
});
