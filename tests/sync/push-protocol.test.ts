import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import type { PushAnswer, QueuedCall } from '#contract/sync/sync.schema.ts';
import { openApiWorld, urlOf, type ApiWorld, type RawAnswer } from '../support/api-world.ts';
import { ourShapes } from '../support/our-shapes.ts';

let world: ApiWorld;
let clientId: string;

beforeAll(async () => {
  world = await openApiWorld();
});

afterAll(() => world.close());

beforeEach(() => {
  clientId = randomUUID();
});

function add(seq: number, name: string, change: Partial<QueuedCall> = {}): QueuedCall {
  return {
    seq,
    mutation_id: randomUUID(),
    name: 'students.addToClass',
    v: 1,
    input: {
      params: { classId: world.greenfield.ownClass.id },
      body: { students: [{ id: randomUUID(), first_name: name, last_name: '' }] },
    },
    ...change,
  };
}

async function sendRaw(calls: readonly QueuedCall[], more: Record<string, unknown> = {}): Promise<RawAnswer> {
  const { teacher } = world.greenfield;
  const body = { client_id: clientId, user_id: teacher.id, calls, ...more };
  return await world.request(await world.as(teacher), 'POST', urlOf(syncEndpoints.push, {}), { body });
}

async function send(calls: readonly QueuedCall[]): Promise<PushAnswer['results']> {
  const { status, body } = await sendRaw(calls);
  expect(status).toBe(200);
  return (body as PushAnswer).results;
}

async function outcomesOf(calls: readonly QueuedCall[]): Promise<string[]> {
  return (await send(calls)).map((result) => result.outcome);
}

/** Which of these children the server has, in the order in which they were added. */
async function added(prefix: string): Promise<string[]> {
  const { rows } = await world.testDatabase.administrator.query<{ first_name: string }>(
    `select first_name from enrollments join users on users.id = enrollments.student_id
     where first_name like $1 order by position`,
    [`${prefix}%`],
  );
  return rows.map((row) => row.first_name);
}

describe('a device whose numbers somebody else used (law 3)', () => {
  it('has none of its later calls applied before the one that has to be numbered anew', async () => {
    await send([add(1, 'Forka-original')]);
    const calls = [add(1, 'Forka-1'), add(2, 'Forka-2'), add(3, 'Forka-3')];
    expect(await outcomesOf(calls)).toEqual(['fork', 'fork', 'fork']);
    clientId = randomUUID();
    expect(await outcomesOf(calls)).toEqual(['applied', 'applied', 'applied']);
    expect(await added('Forka-')).toEqual(['Forka-original', 'Forka-1', 'Forka-2', 'Forka-3']);
  });

  it('nor in a later transaction of the same push, where what was applied before is still said to be', async () => {
    const shared = add(60, 'Forkb-60');
    await send([add(1, 'Forkb-original'), shared]);
    const calls = Array.from({ length: 120 }, (_, place) =>
      place === 59 ? shared : add(place + 1, `Forkb-copy-${place + 1}`),
    );
    const outcomes = await outcomesOf(calls);
    expect(outcomes[59]).toBe('applied');
    expect(outcomes.filter((outcome) => outcome === 'fork')).toHaveLength(119);
    expect(await added('Forkb-')).toEqual(['Forkb-original', 'Forkb-60']);
  });
});

describe('a call that this server does not know', () => {
  it('is still only unknown when it is sent again behind others that were applied', async () => {
    const calls = [add(1, 'Unknowna-1', { name: 'students.fly' }), add(2, 'Unknowna-2')];
    expect(await outcomesOf(calls)).toEqual(['needs_update', 'applied']);
    expect(await outcomesOf(calls)).toEqual(['needs_update', 'applied']);
  });
});

describe('a push of broken input', () => {
  it.each([
    ['a NUL', '\u0000'],
    ['half of a surrogate pair', '\ud83d'],
    ['a NUL in a list', ['\u0000']],
  ])('refuses %s for good and answers the others', async (_what, value) => {
    const results = await send([
      add(1, 'Broken', { input: { params: { classId: value }, body: value } }),
      add(2, 'Broken', {
        input: { params: { classId: world.greenfield.ownClass.id }, body: { students: value } },
      }),
      add(3, 'Broken', {
        name: 'students.rename',
        input: { params: { id: world.greenfield.student.id }, body: { first_name: value, last_name: value } },
      }),
      add(4, 'Broken', {
        name: 'students.updatePrivacy',
        input: { params: { id: world.greenfield.student.id }, body: { privacy_preference: value } },
        base: { privacy_preference: value },
      }),
      add(5, 'Broken-last'),
    ]);
    expect(results.map((result) => result.outcome)).toEqual([
      'refused',
      'refused',
      'refused',
      'refused',
      'applied',
    ]);
  });

  it('takes the largest numbers there are', async () => {
    const call = add(Number.MAX_SAFE_INTEGER, 'Large');
    expect(await outcomesOf([call])).toEqual(['applied']);
    expect(await outcomesOf([call])).toEqual(['applied']);
    const cursor = {
      epoch: randomUUID(),
      ...ourShapes,
      scopes: { [`class:${world.greenfield.ownClass.id}`]: Number.MAX_SAFE_INTEGER },
    };
    const { status, body } = await sendRaw([], { cursor });
    expect(status).toBe(200);
    expect(body).toMatchObject({ pull: { reset: true, confirmed_seq: Number.MAX_SAFE_INTEGER } });
  });

  it('answers a cursor of thousands of scopes that nobody has', async () => {
    const { administrator } = world.testDatabase;
    const { rows } = await administrator.query<{ epoch: string }>('select epoch from installation');
    const names = Array.from({ length: 15_000 }, () => `class:${randomUUID()}`);
    const cursor = {
      epoch: rows[0]?.epoch,
      ...ourShapes,
      scopes: Object.fromEntries(names.map((name) => [name, 1])),
    };
    const { status, body } = await sendRaw([], { cursor });
    expect(status).toBe(200);
    expect((body as PushAnswer).pull?.drop_scopes).toHaveLength(names.length);
  });
});

describe('a call that takes the database too long', () => {
  it('takes back itself alone, and what came before it is applied', async () => {
    const { administrator } = world.testDatabase;
    await administrator.query(`
      create function cancel_slow() returns trigger language plpgsql as $$
      begin
        if new.first_name = 'Slow-2' then
          raise exception 'canceling statement due to statement timeout' using errcode = '57014';
        end if;
        return new;
      end $$`);
    await administrator.query(
      'create trigger slow before insert on users for each row execute function cancel_slow()',
    );
    expect(await outcomesOf([add(1, 'Slow-1'), add(2, 'Slow-2'), add(3, 'Slow-3')])).toEqual([
      'applied',
      'retry',
    ]);
    await administrator.query('drop trigger slow on users');
    expect(await added('Slow-')).toEqual(['Slow-1']);
  });
});
