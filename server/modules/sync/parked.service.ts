import { uuidv7 } from 'uuidv7';
import { nextPage, type PageQuery } from '#contract/kit/page.ts';
import { Problem, requestProblems } from '#contract/kit/problem.ts';
import { seesWholeSchool } from '#contract/kit/roles.ts';
import { grantProblems } from '#contract/sync/grants.problems.ts';
import { parkedPerPerson } from '#contract/sync/grants.rules.ts';
import type { GrantEnd, ParkedCall } from '#contract/sync/grants.schema.ts';
import type { CallResult, QueuedCall } from '#contract/sync/sync.schema.ts';
import { audit } from '#server/platform/audit.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import { lockPerson, readKeyed, type Decision, type PersonKey } from '#server/platform/idempotency.ts';
import type { Actor, Call, Route } from '#server/platform/route.ts';
import { authorize, parseInput } from '#server/platform/validation.ts';
import type { ClassAccess } from '../classes/classes.service.ts';
import * as repository from './parked.repository.ts';
import { createQueuedRoutes } from './queued-routes.ts';
import { lockClient, readLedger, setLastSeq, writeLedger } from './sync.repository.ts';

type StaffCall = Call<Actor>;

/** What became of calls that were decided already, pushed by whichever device or sent as plain calls with their id. */
async function readDecided(
  transaction: TenantTransaction,
  person: PersonKey,
  mutationIds: readonly string[],
): Promise<Map<string, Decision>> {
  return new Map<string, Decision>([
    ...(await readKeyed(transaction, person, mutationIds)),
    ...(await readLedger(transaction, person, mutationIds)),
  ]);
}

interface Sender {
  tenant_id: string;
  user_id: string;
  device_id: string;
  reason: GrantEnd;
  now: Date;
}

export interface ParkedService {
  /** Keeps calls for somebody of the staff to look at, each once; what was decided before is answered as it was. */
  park(transaction: TenantTransaction, calls: readonly QueuedCall[], sender: Sender): Promise<CallResult[]>;
  list(
    query: PageQuery,
    call: StaffCall,
  ): Promise<{ count: number; next: string | null; results: ParkedCall[] }>;
  /**
   * Runs the call as its maker, through the handler that it was meant for. A refusal is thrown and so takes everything
   * back: the call goes on waiting, and may be applied when the reason is gone.
   */
  apply(id: string, call: StaffCall): Promise<void>;
  dismiss(id: string, call: StaffCall): Promise<void>;
}

export function createParkedService(options: {
  classes: ClassAccess;
  /** The routes of all endpoints that may be queued. */
  routes: readonly Route[];
}): ParkedService {
  const queued = createQueuedRoutes(options.routes);

  async function visibleTo({ transaction, actor }: StaffCall): Promise<repository.ParkedFilter> {
    return seesWholeSchool(actor.role) ? {} : { classIds: await options.classes.idsOf(transaction, actor) };
  }

  /** @throws Problem `sync.not_parked`, for what is absent and for what the person may not see alike */
  async function take(id: string, call: StaffCall): Promise<repository.TakenCall> {
    const filter = { ...(await visibleTo(call)), id };
    const row = await repository.takeParked(call.transaction, call.actor.tenant_id, filter);
    if (!row) throw new Problem(grantProblems.not_parked);
    return row;
  }

  /** Whoever sends it again hears what became of it. */
  async function decide(
    { id, user_id, call: { mutation_id, name } }: repository.TakenCall,
    outcome: 'applied' | 'dismissed',
    { transaction, actor, now }: StaffCall,
  ): Promise<void> {
    // No device's number is used up for it: it stands in the ledger as the only call of a client of its own.
    const client = { tenant_id: actor.tenant_id, user_id, client_id: id };
    const problem = outcome === 'dismissed' ? new Problem(grantProblems.dismissed).body(id) : null;
    await lockClient(transaction, client, now);
    await writeLedger(transaction, client, [{ seq: 1, mutation_id, name, problem }], now);
    await setLastSeq(transaction, client, 1);
    await audit(transaction, {
      tenant_id: actor.tenant_id,
      actor_id: actor.id,
      action: `sync.parked_${outcome}`,
      subject_id: user_id,
      details: { name, mutation_id },
    });
  }

  /** True where the call came by another way in the meantime, its owner having signed in. */
  async function wasDecided(
    { user_id, call: { mutation_id } }: repository.TakenCall,
    { transaction, actor }: StaffCall,
  ): Promise<boolean> {
    const person = { tenant_id: actor.tenant_id, user_id };
    await lockPerson(transaction, person);
    return (await readDecided(transaction, person, [mutation_id])).size > 0;
  }

  return {
    async park(transaction, calls, { now, device_id, reason, ...person }) {
      const ids = calls.map((call) => call.mutation_id);
      await lockPerson(transaction, person);
      const decided = await readDecided(transaction, person, ids);
      const parked = await repository.readParkedIds(transaction, person, ids);
      const known = new Set([...decided.keys(), ...parked]);
      const rows = [];
      for (const call of calls) {
        if (known.has(call.mutation_id)) continue;
        known.add(call.mutation_id);
        rows.push({ id: uuidv7(), device_id, call, reason, parked_at: now });
      }
      if (rows.length > 0) {
        // A device in the wrong hands must not fill the school's list; its owner's work is safe where it is.
        if ((await repository.countParkedOf(transaction, person)) + rows.length > parkedPerPerson)
          throw new Problem(requestProblems.too_many, { retryAfter: 600 });
        await repository.insertParked(transaction, person, rows);
        await audit(transaction, {
          tenant_id: person.tenant_id,
          actor_id: null,
          action: 'sync.calls_parked',
          subject_id: person.user_id,
          details: { count: rows.length, device_id, reason },
        });
      }
      return calls.map(({ seq, mutation_id }): CallResult => {
        const before = decided.get(mutation_id);
        if (!before) return { seq, outcome: 'parked' };
        return before.problem
          ? { seq, outcome: 'refused', problem: before.problem }
          : { seq, outcome: 'applied' };
      });
    },

    async list(query, call) {
      const { transaction, actor } = call;
      const filter = await visibleTo(call);
      const count = await repository.countParked(transaction, actor.tenant_id, filter);
      const results = await repository.listParked(transaction, actor.tenant_id, filter, query);
      return { count, next: nextPage(query, count), results };
    },

    async apply(id, call) {
      const { transaction, tenant, actor, changes, now } = call;
      const row = await take(id, call);
      if (await wasDecided(row, call)) return;
      const { user_id, role, call: made } = row;
      const person = { tenant_id: actor.tenant_id, user_id };
      const before = await repository.readParkedIds(transaction, person, made.depends_on ?? []);
      if (before.size > 0) throw new Problem(grantProblems.parked_in_order);
      const found = queued.find(made);
      if (!found) throw new Problem(grantProblems.parked_unknown);
      const maker: Actor = { id: user_id, tenant_id: actor.tenant_id, role, session_id: id };
      authorize(found.endpoint, { role });
      const input = parseInput(found.endpoint, made.input);
      await found.handle(input, {
        transaction,
        tenant,
        actor: maker,
        changes,
        now,
        base: made.base,
        origin: null,
      });
      await decide(row, 'applied', call);
    },

    async dismiss(id, call) {
      const row = await take(id, call);
      if (await wasDecided(row, call)) return;
      await decide(row, 'dismissed', call);
    },
  };
}
