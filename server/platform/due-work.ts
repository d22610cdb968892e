import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { uuidv7 } from 'uuidv7';
import type { Clock } from './clock.ts';
import { afterCommit, inTenant, inWorkScope, type Database, type TenantTransaction } from './database.ts';
import * as repository from './tasks.repository.ts';

const seconds = 1000;
/** Milliseconds between two looks for what another server left, or what is due again. */
const usualLook = 5 * seconds;
/** Milliseconds until the second attempt; doubles up to the longest. */
const firstPause = 15 * seconds;
const longestPause = 15 * 60 * seconds;
/** Milliseconds that work in progress gets when the server stops. */
const farewell = 5 * seconds;
/** Tasks of one look, and out of how many they are chosen. */
const tasksOfOneLook = 20;
const candidates = 200;

/** One attempt at a task. */
export interface Task {
  tenant_id: string;
  id: string;
  kind: string;
  subject: string | null;
  payload: unknown;
  /** Number of this attempt, from 1. */
  attempts: number;
  created_at: Date;
}

/** What an attempt came to. Reasons are kept and logged, so they hold nothing personal. */
export type Outcome =
  | { is: 'done' }
  | { is: 'failed'; reason: string }
  /** `due_at` left out: after a pause that doubles with each attempt. */
  | { is: 'retry'; reason: string; due_at?: Date };

/** An attempt that runs, and when it is taken for dead. */
interface Begun extends Task {
  until: Date;
}

/** How a task ended. */
export interface TaskEnd {
  state: 'done' | 'failed';
  /** Why it failed; null where it is done. */
  reason: string | null;
  at: Date;
}

export interface TaskKind {
  /** `domain.verb_noun` */
  name: string;
  /** Attempts at once on one server. */
  atOnce: number;
  /** Milliseconds after which another server takes an attempt for dead; longer than an attempt can take. */
  attemptTakes: number;
  /** Reason of a task whose time was over before its first attempt. */
  tooLate: string;
  /** Makes one attempt. What it throws is retried like `retry`. */
  run(task: Task): Promise<Outcome>;
  /** Runs in the transaction that ends the task, so that the domain's own rows never disagree with it. */
  onEnd?(transaction: TenantTransaction, task: Task, end: TaskEnd): Promise<void>;
}

export interface NewTask {
  /** Left out: a new one. */
  id?: string;
  kind: string;
  /** Where a task of this kind and subject waits already, it is due at the earlier of the two times. */
  subject?: string;
  payload?: Readonly<Record<string, unknown>>;
  due_at: Date;
  /** Left out: it is tried for ever. */
  give_up_at?: Date;
  created_at: Date;
}

export interface DueWork {
  /** Adds a task in the transaction of what causes it, and wakes this server after the commit. */
  readonly add: (transaction: TenantTransaction, tenantId: string, task: NewTask) => Promise<void>;
  /** Runs all that is due of all kinds. @returns how many attempts were made, successful or not */
  runDue(): Promise<number>;
  /** Looks for due work from now on, until it is closed. */
  start(): void;
  close(): Promise<void>;
}

export interface WorkProblem {
  error: unknown;
  what: 'given up' | 'retried' | 'not handled' | 'not found';
  /** Missing where no single task is concerned. */
  task?: { tenant_id: string; id: string; kind: string };
}

/** Milliseconds to wait after so many attempts. */
function pauseAfter(attempts: number): number {
  return Math.min(longestPause, firstPause * 2 ** (attempts - 1));
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/**
 * Runs tasks when they are due. Any number of servers may do so: an attempt is written down before it is made, under a row lock
 * that other servers skip. A server that dies in an attempt leaves the task to the others after `attemptTakes`, so `run` has to
 * be safe to repeat.
 */
export function createDueWork(options: {
  database: Database;
  clock: Clock;
  kinds: readonly TaskKind[];
  onProblem: (problem: WorkProblem) => void;
  /** From 0 to below 1; tests give a fixed one. */
  random?: () => number;
  /** Milliseconds between two looks; tests that count what is asked of the database make it longer. */
  lookEvery?: number;
}): DueWork {
  const { database, clock, kinds, onProblem, random = Math.random, lookEvery = usualLook } = options;
  const closing = new AbortController();
  const lines = kinds.map((kind) => ({ kind, wake: null as (() => void) | null, isWoken: false }));
  const running: Promise<void>[] = [];

  async function begin(kind: TaskKind, tenantId: string, id: string) {
    const now = clock.now();
    return await inTenant(database, tenantId, async (transaction) => {
      const row = await repository.lockDue(transaction, tenantId, id, now);
      if (!row) return null;
      const { give_up_at, last_error, ...facts } = row;
      const until = new Date(now.getTime() + kind.attemptTakes);
      const task: Begun = { ...facts, tenant_id: tenantId, id, attempts: row.attempts + 1, until };
      await repository.beginAttempt(transaction, task, now);
      return { task, give_up_at, last_error, isTooLate: give_up_at !== null && give_up_at <= now };
    });
  }

  async function end(kind: TaskKind, task: Begun, state: TaskEnd['state'], reason: string | null) {
    const at = clock.now();
    await inTenant(database, task.tenant_id, async (transaction) => {
      // An attempt that was taken for dead and comes back late ends nothing, nor one during which the task was asked for.
      if (await repository.finish(transaction, task, { state, finished_at: at, last_error: reason }))
        await kind.onEnd?.(transaction, task, { state, reason, at });
    });
  }

  async function attempt(kind: TaskKind, task: Task): Promise<{ outcome: Outcome; error?: unknown }> {
    try {
      return { outcome: await kind.run(task) };
    } catch (error) {
      return { outcome: { is: 'retry', reason: reasonOf(error) }, error };
    }
  }

  /** @returns false where another server was first */
  async function runOne(kind: TaskKind, tenantId: string, id: string): Promise<boolean> {
    const begun = await begin(kind, tenantId, id);
    if (!begun) return false;
    const { task, give_up_at } = begun;
    const giveUp = async (reason: string) => {
      onProblem({ error: new Error(reason), what: 'given up', task });
      await end(kind, task, 'failed', reason);
    };
    if (begun.isTooLate) {
      await giveUp(begun.last_error ?? kind.tooLate);
      return true;
    }
    const { outcome, error } = await attempt(kind, task);
    if (outcome.is === 'done') {
      await end(kind, task, 'done', null);
    } else if (outcome.is === 'failed') {
      await giveUp(outcome.reason);
    } else {
      const dated_at = clock.now();
      const due_at = outcome.due_at ?? new Date(dated_at.getTime() + pauseAfter(task.attempts));
      if (give_up_at !== null && due_at >= give_up_at) {
        await giveUp(outcome.reason);
      } else {
        onProblem({ error: error ?? new Error(outcome.reason), what: 'retried', task });
        await inTenant(database, tenantId, (transaction) =>
          repository.putOff(transaction, task, { due_at, dated_at, last_error: outcome.reason }),
        );
      }
    }
    return true;
  }

  /** Where our own side fails, such as the database, the other tasks are tried all the same. */
  async function tryOne(kind: TaskKind, tenantId: string, id: string): Promise<boolean> {
    try {
      return await runOne(kind, tenantId, id);
    } catch (error) {
      onProblem({ error, what: 'not handled', task: { tenant_id: tenantId, id, kind: kind.name } });
      return false;
    }
  }

  /** Those that waited longest, from a random place on: many servers do not all begin with the same ones. */
  async function chooseDue(kind: TaskKind) {
    const due = await inWorkScope(database, (transaction) =>
      repository.listDue(transaction, kind.name, clock.now(), candidates),
    );
    const first = due.length <= tasksOfOneLook ? 0 : Math.floor(random() * due.length);
    return [...due.slice(first), ...due.slice(0, first)].slice(0, tasksOfOneLook);
  }

  async function runKind(kind: TaskKind): Promise<number> {
    const limit = pLimit(kind.atOnce);
    for (let attempts = 0; ;) {
      const due = await chooseDue(kind);
      const tried = await Promise.all(
        due.map(({ tenant_id, id }) =>
          limit(async () => !closing.signal.aborted && (await tryOne(kind, tenant_id, id))),
        ),
      );
      const made = tried.filter(Boolean).length;
      attempts += made;
      // What is left is in the hands of other servers.
      if (made === 0 || closing.signal.aborted) return attempts;
    }
  }

  async function rest(line: (typeof lines)[number]): Promise<void> {
    if (!line.isWoken && !closing.signal.aborted) await new Promise<void>((resolve) => (line.wake = resolve));
    line.wake = null;
  }

  async function keepRunning(line: (typeof lines)[number]): Promise<void> {
    while (!closing.signal.aborted) {
      await rest(line);
      if (closing.signal.aborted) return;
      line.isWoken = false;
      try {
        await runKind(line.kind);
      } catch (error) {
        if (closing.signal.aborted) return;
        onProblem({ error, what: 'not found' });
      }
    }
  }

  /** One question for all kinds, so that a server at rest asks little. */
  async function keepLooking(): Promise<void> {
    const names = kinds.map(({ name }) => name);
    while (!closing.signal.aborted) {
      try {
        const due = await inWorkScope(database, (transaction) =>
          repository.listDueKinds(transaction, names, clock.now()),
        );
        for (const kind of due) wake(kind);
      } catch (error) {
        if (closing.signal.aborted) return;
        onProblem({ error, what: 'not found' });
      }
      await sleep(lookEvery, undefined, { signal: closing.signal, ref: false }).catch((error: unknown) => {
        if (!closing.signal.aborted) throw error;
      });
    }
  }

  function wake(kind: string | null): void {
    for (const line of lines) {
      if (kind !== null && line.kind.name !== kind) continue;
      line.isWoken = true;
      line.wake?.();
    }
  }

  return {
    add: async (transaction, tenantId, { id = uuidv7(), ...task }) => {
      await repository.insertTask(transaction, { ...task, tenant_id: tenantId, id });
      afterCommit(transaction, () => wake(task.kind));
    },
    async runDue() {
      const counts = await Promise.all(kinds.map(runKind));
      return counts.reduce((sum, count) => sum + count, 0);
    },
    start() {
      if (running.length === 0) running.push(...lines.map(keepRunning), keepLooking());
    },
    async close() {
      closing.abort();
      wake(null);
      // Work that hangs does not keep the server from stopping; it is tried again after `attemptTakes`.
      await Promise.race([Promise.all(running), sleep(farewell, undefined, { ref: false })]);
    },
  };
}
