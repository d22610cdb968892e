import { Problem, requestProblems, type ProblemBody } from '#contract/kit/problem.ts';
import { syncProblems } from '#contract/sync/sync.problems.ts';
import type { CallResult, PushRequest, QueuedCall } from '#contract/sync/sync.schema.ts';
import { insertAuditEntries } from '#server/platform/audit.ts';
import { Changes, withChanges } from '#server/platform/changes.ts';
import { inTenant, savepoint, type Database, type TenantTransaction } from '#server/platform/database.ts';
import { endsAtSavepoint } from '#server/platform/database-errors.ts';
import {
  fingerprintOf,
  lockPerson,
  readKeyed,
  type Decision,
  type FindPushed,
} from '#server/platform/idempotency.ts';
import { metrics } from '#server/platform/metrics.ts';
import type { Actor, HostTenant, Route } from '#server/platform/route.ts';
import { shareWork, type SharedWork } from '#server/platform/shared-work.ts';
import { authorize, parseInput } from '#server/platform/validation.ts';
import { createQueuedRoutes, type QueuedRoute } from './queued-routes.ts';
import * as repository from './sync.repository.ts';

/** Queued calls that share a transaction: one commit is paid for all, and a lock is never held for long. */
const callsPerTransaction = 50;
/** Calls that share a savepoint. Where one of them fails, they are run again, each with a savepoint of its own. */
const callsPerSavepoint = 10;

export interface PushContext {
  tenant: HostTenant;
  actor: Actor;
  now: Date;
  requestId: string;
  /** Asked first in each transaction. What it throws ends the push there; what was committed before stands. */
  admit?: (transaction: TenantTransaction) => Promise<void>;
}

export interface PushService {
  /** Applies queued calls in their order, each exactly once (sync laws 2 and 3). */
  push(request: PushRequest, context: PushContext): Promise<CallResult[]>;
}

/** A call with the route that it goes to, null where this server knows none (yet, or any more), and its input. */
interface ReadCall extends QueuedCall {
  readonly route: QueuedRoute | null;
  /** As the endpoint's own schemas read it, or why they do not. */
  readonly read: { input: unknown } | { problem: Problem };
}

/** What is known of a call before it is looked at; the fingerprint where a plain call with its id as key was decided. */
type Known = Decision & { fingerprint?: Buffer };

/** How far the calls of a transaction got. Made anew by each step, so that a step that fails leaves the one before. */
interface Standing {
  readonly lastSeq: number;
  /** Another call had a number of this client: it was copied or restored, and all that is new waits for a new client. */
  readonly isForked: boolean;
  /** What was decided by now, by `mutation_id`: of the calls in hand, and of those that they depend on. */
  readonly known: ReadonlyMap<string, Known>;
  readonly results: readonly CallResult[];
  /** What the ledger does not hold yet. */
  readonly decided: readonly repository.DecidedCall[];
  readonly changes: readonly Changes[];
}

/** What all calls of a transaction have in common. */
interface Batch extends PushContext {
  readonly transaction: TenantTransaction;
  readonly work: SharedWork;
  /** Ids of all calls of the push. */
  readonly sent: ReadonlySet<string>;
}

/** What the ledger says of a call, for plain calls that carry its id as their key. */
export const findPushed: FindPushed = async (transaction, person, mutationId) => {
  const ledger = await repository.readLedger(transaction, person, [mutationId]);
  return ledger.get(mutationId) ?? null;
};

export function createPushService(options: {
  database: Database;
  /** The routes of all endpoints that may be queued. */
  routes: readonly Route[];
  onUnexpected(error: unknown, callName: string): void;
}): PushService {
  const queued = createQueuedRoutes(options.routes);
  const locks = [...new Set(queued.all.flatMap(({ locksAhead }) => locksAhead?.lock ?? []))];

  function readCall(call: QueuedCall): ReadCall {
    const route = queued.find(call);
    return { ...call, route, read: route ? readInput(route, call) : { input: call.input } };
  }

  /** Every transaction locks what its calls will change before they run, and all kinds of rows in the same order. */
  async function lockAhead(
    transaction: TenantTransaction,
    tenantId: string,
    calls: readonly ReadCall[],
  ): Promise<void> {
    for (const lock of locks) {
      const ids = calls.flatMap(({ route, read }) =>
        route?.locksAhead?.lock === lock && 'input' in read ? route.locksAhead.idsOf(read.input) : [],
      );
      if (ids.length > 0) await lock(transaction, tenantId, [...new Set(ids)]);
    }
  }

  /** Decides one call. @throws Problem where it is refused, and whatever its handler throws */
  async function decide(call: ReadCall, before: Standing, batch: Batch): Promise<Standing> {
    const { seq, mutation_id, name, route, read } = call;
    const known = before.known.get(mutation_id);
    if (known) return settled(call, repeatedProblem(call, known, batch.requestId), before);
    if (!route) return answered(before, { seq, outcome: 'needs_update' });
    if (before.isForked) return answered(before, { seq, outcome: 'fork' });
    if (isHeld(call, before, batch)) return answered(before, { seq, outcome: 'held' });
    // The number was used, or numbers went back: what follows waits with this one, or it would overtake it.
    if (seq <= before.lastSeq) return answered({ ...before, isForked: true }, { seq, outcome: 'fork' });
    const { transaction, tenant, actor, now } = batch;
    const changes = new Changes();
    authorize(route.endpoint, actor);
    if ('problem' in read) throw read.problem;
    await route.handle(read.input, {
      transaction,
      tenant,
      actor,
      changes,
      now,
      base: call.base,
      origin: null,
    });
    return {
      ...settled(call, null, before),
      decided: [...before.decided, { seq, mutation_id, name, problem: null }],
      changes: [...before.changes, changes],
    };
  }

  async function runAll(calls: readonly ReadCall[], before: Standing, batch: Batch): Promise<Standing> {
    let standing = before;
    for (const call of calls) standing = await decide(call, standing, batch);
    return standing;
  }

  /**
   * Calls one after the other under one savepoint. What fails takes all of them back; then each is run alone, so that it
   * is refused alone. Savepoints are paid where something goes wrong, which is seldom.
   */
  async function run(calls: readonly ReadCall[], before: Standing, batch: Batch): Promise<Standing> {
    // Nothing is done for what was decided before, so there is nothing to take back.
    if (calls.every((call) => before.known.has(call.mutation_id))) return await runAll(calls, before, batch);
    const undo = await savepoint(batch.transaction);
    const takeBack = batch.work.mark();
    try {
      const standing = await runAll(calls, before, batch);
      await undo.release();
      return standing;
    } catch (error) {
      // Only what PostgreSQL said inside these calls can be taken back by itself; a lost connection ends the batch.
      if (!(error instanceof Problem) && !endsAtSavepoint(error)) throw error;
      await undo.rollBack();
      takeBack();
      const [call] = calls;
      if (calls.length > 1 || !call) return await runOneByOne(calls, before, batch);
      const { seq, mutation_id, name } = call;
      if (!(error instanceof Problem)) {
        options.onUnexpected(error, name);
        return answered(before, { seq, outcome: 'retry' });
      }
      const problem = error.body(batch.requestId);
      return {
        ...settled(call, problem, before),
        decided: [...before.decided, { seq, mutation_id, name, problem }],
      };
    }
  }

  async function runOneByOne(calls: readonly ReadCall[], before: Standing, batch: Batch): Promise<Standing> {
    let standing = before;
    for (const call of calls) {
      standing = await run([call], standing, batch);
      if (mustStop(standing.results)) break;
    }
    return standing;
  }

  async function runBatch(
    calls: readonly ReadCall[],
    clientId: string,
    isForked: boolean,
    batch: Batch,
  ): Promise<readonly CallResult[]> {
    const { transaction, tenant, actor, now, work } = batch;
    const person = { tenant_id: tenant.id, user_id: actor.id };
    const client = { ...person, client_id: clientId };
    await lockPerson(transaction, person);
    const lastSeq = await repository.lockClient(transaction, client, now);
    const ids = [...new Set(calls.flatMap((call) => [call.mutation_id, ...(call.depends_on ?? [])]))];
    const known = new Map<string, Known>([
      ...(await readKeyed(transaction, person, ids)),
      ...(await repository.readLedger(transaction, person, ids)),
    ]);
    await lockAhead(
      transaction,
      tenant.id,
      calls.filter((call) => !known.has(call.mutation_id)),
    );
    let standing: Standing = { lastSeq, isForked, known, results: [], decided: [], changes: [] };
    for (let start = 0; start < calls.length; start += callsPerSavepoint) {
      standing = await run(calls.slice(start, start + callsPerSavepoint), standing, batch);
      if (mustStop(standing.results)) break;
    }
    await repository.writeLedger(transaction, client, standing.decided, now);
    if (standing.lastSeq > lastSeq) await repository.setLastSeq(transaction, client, standing.lastSeq);
    await insertAuditEntries(transaction, work.auditEntries);
    await withChanges(transaction, tenant.id, (changes) => {
      for (const each of standing.changes) changes.add(each);
    });
    return standing.results;
  }

  return {
    async push({ client_id, calls }, context) {
      refuseUnordered(calls);
      const sent = new Set(calls.map((call) => call.mutation_id));
      const results: CallResult[] = [];
      for (let start = 0; start < calls.length && !mustStop(results); start += callsPerTransaction) {
        const part = calls.slice(start, start + callsPerTransaction).map(readCall);
        const isForked = results.some((result) => result.outcome === 'fork');
        const answers = await inTenant(options.database, context.tenant.id, async (transaction) => {
          await context.admit?.(transaction);
          return await runBatch(part, client_id, isForked, {
            ...context,
            transaction,
            work: shareWork(transaction),
            sent,
          });
        });
        for (const { outcome } of answers) metrics.pushedCalls.inc({ outcome });
        results.push(...answers);
      }
      return results;
    },
  };
}

function readInput({ endpoint }: QueuedRoute, call: QueuedCall): ReadCall['read'] {
  try {
    return { input: parseInput(endpoint, call.input) };
  } catch (error) {
    if (error instanceof Problem) return { problem: error };
    throw error;
  }
}

/** What is said of a call that was decided before. */
function repeatedProblem(
  { route, read }: ReadCall,
  { problem, fingerprint }: Known,
  requestId: string,
): ProblemBody | null {
  if (!fingerprint) return problem;
  // The id was the key of a plain call. Another request under the same key is another change, and not ours to guess.
  const isSame = route && 'input' in read && fingerprintOf(route.endpoint, read.input).equals(fingerprint);
  if (!isSame) return new Problem(requestProblems.key_reused).body(requestId);
  return problem && { ...problem, request_id: requestId };
}

function answered(before: Standing, result: CallResult): Standing {
  return { ...before, results: [...before.results, result] };
}

/** A decision is known from here on, and a pull confirms it. */
function settled({ seq, mutation_id }: QueuedCall, problem: ProblemBody | null, before: Standing): Standing {
  return {
    ...answered(before, problem ? { seq, outcome: 'refused', problem } : { seq, outcome: 'applied' }),
    known: new Map(before.known).set(mutation_id, { problem }),
    // Past a fork a pull would confirm what was not decided: the forked call's number lies below.
    lastSeq: before.isForked ? before.lastSeq : Math.max(before.lastSeq, seq),
  };
}

/** True while a call that made what this one changes was refused, or was sent along and is not applied (yet). */
function isHeld({ depends_on = [] }: QueuedCall, { known }: Standing, { sent }: Batch): boolean {
  return depends_on.some((id) => {
    const dependency = known.get(id);
    return dependency ? dependency.problem !== null : sent.has(id);
  });
}

/** What could not be decided now holds back all after it, or they would overtake it. */
function mustStop(results: readonly CallResult[]): boolean {
  return results.at(-1)?.outcome === 'retry';
}

function refuseUnordered(calls: readonly QueuedCall[]): void {
  for (const [place, call] of calls.entries()) {
    const before = calls[place - 1];
    if (before && before.seq >= call.seq) throw new Problem(syncProblems.unordered);
  }
}
