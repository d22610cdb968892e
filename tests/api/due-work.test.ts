import { uuidv7 } from 'uuidv7';
import { afterEach, describe, expect, it } from 'vitest';
import { inTenant, openDatabase } from '#server/platform/database.ts';
import {
  createDueWork,
  type DueWork,
  type NewTask,
  type Outcome,
  type Task,
  type TaskKind,
  type WorkProblem,
} from '#server/platform/due-work.ts';
import type { TestSchool } from '../support/api-world.ts';
import { QueryCount } from '../support/query-count.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const second = 1000;
const minute = 60 * second;
const { world, greenfield, riverside } = worldOfFile();

afterEach(() => world.testDatabase.administrator.query('delete from tasks'));

/** A kind of task that counts what it is asked to do. */
function counting(name: string, run: (task: Task) => Promise<Outcome> = async () => ({ is: 'done' })) {
  const attempts: Task[] = [];
  const kind: TaskKind = {
    name,
    atOnce: 4,
    attemptTakes: 10 * minute,
    tooLate: 'Nobody came in time',
    run(task) {
      attempts.push(task);
      return run(task);
    },
  };
  return { attempts, kind };
}

function workOf(kinds: readonly TaskKind[], problems: WorkProblem[] = []): DueWork {
  return createDueWork({
    database: world.context.database,
    clock: world.clock,
    kinds,
    onProblem: (problem) => problems.push(problem),
    random: () => 0.5,
  });
}

async function add(work: DueWork, school: TestSchool, task: Partial<NewTask> & { kind: string }) {
  const now = world.clock.now();
  await inTenant(world.context.database, school.tenant.id, (transaction) =>
    work.add(transaction, school.tenant.id, { due_at: now, created_at: now, ...task }),
  );
}

const later = (milliseconds: number) => new Date(world.clock.now().getTime() + milliseconds);

async function rows() {
  const { rows: found } = await world.testDatabase.administrator.query<{
    kind: string;
    state: string;
    attempts: number;
    last_error: string | null;
  }>('select kind, state, attempts, last_error from tasks order by created_at, kind');
  return found;
}

describe('a task', () => {
  it('runs once when it is due, with what it was given, in its own school', async () => {
    const { kind, attempts } = counting('tests.count');
    const work = workOf([kind]);
    await add(work, greenfield, { kind: kind.name, payload: { sheep: 3 }, due_at: later(minute) });
    await add(work, riverside, { kind: kind.name, subject: 'the flock' });
    expect(await work.runDue()).toBe(1);
    world.clock.advance(minute);
    expect(await work.runDue()).toBe(1);
    expect(await work.runDue()).toBe(0);
    expect(attempts.map(({ tenant_id, payload, subject }) => [tenant_id, payload, subject])).toEqual([
      [riverside.tenant.id, {}, 'the flock'],
      [greenfield.tenant.id, { sheep: 3 }, null],
    ]);
  });

  it('is not there when what causes it is rolled back', async () => {
    const { kind, attempts } = counting('tests.count');
    const work = workOf([kind]);
    const now = world.clock.now();
    const task = { kind: kind.name, due_at: now, created_at: now };
    const undone = inTenant(world.context.database, greenfield.tenant.id, async (transaction) => {
      await work.add(transaction, greenfield.tenant.id, task);
      throw new Error('rolled back');
    });
    await expect(undone).rejects.toThrow('rolled back');
    expect(await work.runDue()).toBe(0);
    expect(attempts).toEqual([]);
  });

  it('waits once for each subject, at the earliest time that was asked for', async () => {
    const { kind, attempts } = counting('tests.count');
    const other = counting('tests.shear');
    const work = workOf([kind, other.kind]);
    for (const wait of [3, 1, 2])
      await add(work, greenfield, { kind: kind.name, subject: 'flock', due_at: later(wait * minute) });
    await add(work, greenfield, { kind: other.kind.name, subject: 'flock', due_at: later(minute) });
    await add(work, riverside, { kind: kind.name, subject: 'flock', due_at: later(minute) });
    world.clock.advance(minute);
    expect(await work.runDue()).toBe(3);
    expect(attempts).toHaveLength(2);
    // Once it ended, the same subject may come again.
    await add(work, greenfield, { kind: kind.name, subject: 'flock' });
    expect(await work.runDue()).toBe(1);
  });

  it('that is asked for during an attempt runs again: the attempt may have looked before', async () => {
    const asked: (() => Promise<void>)[] = [];
    const { kind, attempts } = counting('tests.count', async () => {
      await asked.pop()?.();
      return { is: 'done' };
    });
    const work = workOf([kind]);
    const ask = (due_at: Date) => () =>
      add(work, greenfield, { kind: kind.name, subject: 'the flock', due_at });
    await ask(world.clock.now())();
    // Somebody else asks after the attempt has begun, first for the same moment, then for a later one.
    asked.push(ask(later(minute)), ask(world.clock.now()));
    expect(await work.runDue()).toBe(2);
    expect(attempts.map((task) => task.attempts)).toEqual([1, 2]);
    world.clock.advance(minute);
    expect(await work.runDue()).toBe(1);
    expect(await rows()).toEqual([{ kind: kind.name, state: 'done', attempts: 3, last_error: null }]);
    expect(await work.runDue()).toBe(0);
  });

  it('is retried after pauses that double, what it throws included, until it is done', async () => {
    const problems: WorkProblem[] = [];
    const { kind, attempts } = counting('tests.count', async ({ attempts: number }) => {
      if (number === 1) return { is: 'retry', reason: 'the sheep moved' };
      if (number < 4) throw new Error(`lost count at ${number}`);
      return { is: 'done' };
    });
    const work = workOf([kind], problems);
    await add(work, greenfield, { kind: kind.name });
    const waited: number[] = [];
    await work.runDue();
    while (attempts.length < 4) {
      const before = attempts.length;
      let seconds = 0;
      for (; attempts.length === before; seconds += 5) {
        world.clock.advance(5 * second);
        await work.runDue();
      }
      waited.push(seconds);
    }
    expect(waited).toEqual([15, 30, 60]);
    expect(problems.map(({ what, error }) => `${what}: ${(error as Error).message}`)).toEqual([
      'retried: the sheep moved',
      'retried: lost count at 2',
      'retried: lost count at 3',
    ]);
    expect(await rows()).toEqual([{ kind: kind.name, state: 'done', attempts: 4, last_error: null }]);
  });

  it('is retried at the time that its outcome names', async () => {
    const { kind, attempts } = counting('tests.ask', async ({ attempts: number }) =>
      number === 1 ? { is: 'retry', reason: 'not yet', due_at: later(60 * minute) } : { is: 'done' },
    );
    const work = workOf([kind]);
    await add(work, greenfield, { kind: kind.name });
    await work.runDue();
    world.clock.advance(59 * minute);
    expect(await work.runDue()).toBe(0);
    world.clock.advance(minute);
    expect(await work.runDue()).toBe(1);
    expect(attempts).toHaveLength(2);
  });

  it('is given up where it fails for good, where its time is over, or before it began', async () => {
    const failing = counting('tests.fail', async () => ({ is: 'failed', reason: 'no sheep' }));
    const slow = counting('tests.slow', async () => ({ is: 'retry', reason: 'asleep' }));
    const problems: WorkProblem[] = [];
    const work = workOf([failing.kind, slow.kind], problems);
    await add(work, greenfield, { kind: failing.kind.name });
    await add(work, riverside, { kind: slow.kind.name, give_up_at: later(20 * second) });
    await work.runDue();
    world.clock.advance(15 * second);
    await work.runDue();
    expect(await rows()).toEqual([
      { kind: 'tests.fail', state: 'failed', attempts: 1, last_error: 'no sheep' },
      { kind: 'tests.slow', state: 'failed', attempts: 2, last_error: 'asleep' },
    ]);
    await add(work, greenfield, { kind: slow.kind.name, give_up_at: later(minute) });
    world.clock.advance(2 * minute);
    expect(await work.runDue()).toBe(1);
    expect(slow.attempts).toHaveLength(2);
    expect((await rows()).at(-1)).toMatchObject({ state: 'failed', last_error: 'Nobody came in time' });
    expect(problems.filter(({ what }) => what === 'given up')).toHaveLength(3);
  });

  it('does not wait for a time that a clock which had jumped ahead set', async () => {
    const day = 24 * 60 * minute;
    const { kind, attempts } = counting('tests.count', async ({ attempts: number }) =>
      number === 1 ? { is: 'retry', reason: 'asleep' } : { is: 'done' },
    );
    const work = workOf([kind]);
    world.clock.advance(400 * day);
    await add(work, greenfield, { kind: kind.name, subject: 'the flock' });
    expect(await work.runDue()).toBe(1);
    await add(work, riverside, { kind: kind.name, subject: 'the herd', due_at: later(minute) });
    world.clock.advance(-400 * day);
    expect(await work.runDue()).toBe(2);
    const [first, ...others] = attempts.map(({ subject, attempts: number }) => `${subject} ${number}`);
    expect(first).toBe('the flock 1');
    // These two are made at once.
    expect(new Set(others)).toEqual(new Set(['the flock 2', 'the herd 1']));
    // Dated again by the right clock, it waits as usual.
    expect(await work.runDue()).toBe(0);
    world.clock.advance(minute);
    expect(await work.runDue()).toBe(1);
  });

  it('ends in one transaction with what its end means, or not at all', async () => {
    const { kind, attempts } = counting('tests.count');
    let isBroken = true;
    const problems: WorkProblem[] = [];
    const work = workOf(
      [
        {
          ...kind,
          async onEnd(transaction, task) {
            await work.add(transaction, task.tenant_id, {
              id: uuidv7(),
              kind: 'tests.follow_up',
              due_at: world.clock.now(),
              created_at: world.clock.now(),
            });
            if (isBroken) throw new Error('the follow-up failed');
          },
        },
      ],
      problems,
    );
    await add(work, greenfield, { kind: kind.name });
    expect(await work.runDue()).toBe(0);
    expect(await rows()).toEqual([{ kind: 'tests.count', state: 'waiting', attempts: 1, last_error: null }]);
    expect(problems).toMatchObject([{ what: 'not handled', task: { kind: 'tests.count' } }]);
    isBroken = false;
    world.clock.advance(10 * minute);
    expect(await work.runDue()).toBe(1);
    expect(attempts).toHaveLength(2);
    expect((await rows()).map(({ kind: name, state }) => `${name} ${state}`)).toEqual([
      'tests.count done',
      'tests.follow_up waiting',
    ]);
  });
});

describe('a kind of task', () => {
  it('that is slow holds up no other kind', async () => {
    let wakeUp: () => void = () => undefined;
    const asleep = new Promise<void>((resolve) => {
      wakeUp = resolve;
    });
    const slow = counting('tests.slow', async () => {
      await asleep;
      return { is: 'done' };
    });
    const quick = counting('tests.quick');
    const work = workOf([slow.kind, quick.kind]);
    for (let number = 0; number < 10; number += 1) await add(work, greenfield, { kind: slow.kind.name });
    for (let number = 0; number < 30; number += 1) await add(work, riverside, { kind: quick.kind.name });
    const all = work.runDue();
    await expect.poll(() => quick.attempts.length).toBe(30);
    expect(slow.attempts).toHaveLength(slow.kind.atOnce);
    wakeUp();
    expect(await all).toBe(40);
  });

  it('runs each task once between several servers', async () => {
    const databases = [1, 2, 3].map(() => openDatabase(world.testDatabase.url, { connections: 2 }));
    const servers = databases.map((database, place) => {
      const { kind, attempts } = counting('tests.count');
      const work = createDueWork({
        database,
        clock: world.clock,
        kinds: [kind],
        onProblem: ({ error }) => expect.fail(String(error)),
        random: () => place / 3,
      });
      return { work, attempts };
    });
    const [first] = servers;
    for (let number = 0; number < 30; number += 1) {
      for (const school of [greenfield, riverside])
        if (first) await add(first.work, school, { kind: 'tests.count' });
    }
    await Promise.all(servers.map(({ work }) => work.runDue()));
    const done = servers.flatMap(({ attempts }) => attempts.map(({ id }) => id));
    expect(done).toHaveLength(60);
    expect(new Set(done).size).toBe(60);
    for (const database of databases) await database.destroy();
  });

  it('is taken over from a server that died in an attempt, and a late end changes nothing', async () => {
    let fail: (error: Error) => void = () => undefined;
    const hung = new Promise<Outcome>((_resolve, reject) => {
      fail = reject;
    });
    const dying = counting('tests.count', () => hung);
    const half = workOf([dying.kind]);
    await add(half, greenfield, { kind: 'tests.count' });
    const late = half.runDue();
    await expect.poll(() => dying.attempts.length).toBe(1);

    const { kind, attempts } = counting('tests.count');
    const other = workOf([kind]);
    expect(await other.runDue()).toBe(0);
    world.clock.advance(10 * minute);
    expect(await other.runDue()).toBe(1);
    expect(attempts).toMatchObject([{ id: dying.attempts[0]?.id, attempts: 2 }]);
    fail(new Error('too late'));
    expect(await late).toBe(1);
    expect(await rows()).toEqual([{ kind: 'tests.count', state: 'done', attempts: 2, last_error: null }]);
  });
});

describe('a server', () => {
  it('runs what waited before its start and what comes later, and stops when it is closed', async () => {
    const { kind, attempts } = counting('tests.count');
    const work = workOf([kind]);
    await add(work, greenfield, { kind: kind.name });
    work.start();
    await expect.poll(() => attempts.length).toBe(1);
    await add(work, riverside, { kind: kind.name });
    await expect.poll(() => attempts.length).toBe(2);
    await work.close();
    await add(work, riverside, { kind: kind.name });
    expect(await work.runDue()).toBe(0);
    expect(attempts).toHaveLength(2);
  });

  it('asks once for all kinds while nothing is due', async () => {
    const queries = new QueryCount();
    const kinds = ['a', 'b', 'c', 'd'].map((name) => counting(`tests.${name}`).kind);
    const work = createDueWork({
      database: world.context.database.withPlugin(queries),
      clock: world.clock,
      kinds,
      onProblem: ({ error }) => {
        throw error;
      },
      lookEvery: 60 * minute,
    });
    work.start();
    await expect.poll(() => queries.asked).toBeGreaterThan(0);
    await work.close();
    expect(queries.transactions).toBe(1);
  });

  it('finds what another server left at the next look', async () => {
    const { kind, attempts } = counting('tests.count');
    const work = createDueWork({
      database: world.context.database,
      clock: world.clock,
      kinds: [kind],
      onProblem: ({ error }) => {
        throw error;
      },
      lookEvery: 20,
    });
    work.start();
    await add(workOf([]), riverside, { kind: kind.name, due_at: later(minute) });
    world.clock.advance(minute);
    await expect.poll(() => attempts.length).toBe(1);
    await work.close();
  });
});
