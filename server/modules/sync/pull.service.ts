import {
  snapshotSchemaVersion,
  type ParkedDecision,
  type PullAnswer,
  type PullRequest,
  type Scope,
  type ScopeChanges,
} from '#contract/sync/sync.schema.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import { metrics } from '#server/platform/metrics.ts';
import type { Actor } from '#server/platform/route.ts';
import type { ReadableScopes } from './readable-scopes.ts';
import type { ResetGate } from './reset-gate.ts';
import type { RowsWanted, SnapshotSource } from './snapshot-source.ts';
import * as repository from './sync.repository.ts';
import { renewalFor, scopesDue, tablesInCursor } from './table-renewal.ts';

/** Rows after which a page of a first download ends; a scope is never torn apart. */
const rowsPerPage = 2500;
/** Scopes that are read together while a page is filled. */
const scopesPerRead = 50;

export interface PullService {
  /**
   * One page of what changed. The transaction has to be REPEATABLE READ, so that rows and versions fit together.
   * @throws Problem `request.unavailable` where too many devices begin anew at this moment
   */
  pull(transaction: TenantTransaction, actor: Actor, request: PullRequest): Promise<PullAnswer>;
}

export function createPullService(options: {
  readableScopes: ReadableScopes;
  sources: readonly SnapshotSource[];
  /** Which of these works are on the shelf, and for whoever asks. */
  findOnShelf: (
    transaction: TenantTransaction,
    actor: Actor,
    ids: readonly string[],
  ) => Promise<readonly string[]>;
  /** Notes which works a device keeps from now on. */
  noteCopies: (
    transaction: TenantTransaction,
    of: { tenantId: string; clientId: string; now: Date },
    kept: readonly string[],
  ) => Promise<void>;
  clock: Clock;
  /** Left out: devices begin anew whenever they have to. */
  resets: ResetGate | undefined;
}): PullService {
  async function readScopes(
    transaction: TenantTransaction,
    tenantId: string,
    wantedByTable: ReadonlyMap<string, RowsWanted[]>,
    answers: ReadonlyMap<Scope, ScopeChanges>,
    /** True: all rows of these tables, in the place of those that the device has in the scope. */
    replace = false,
  ): Promise<number> {
    let rows = 0;
    for (const source of options.sources) {
      const wanted = wantedByTable.get(source.table) ?? [];
      if (wanted.length === 0) continue;
      const found = await source.read(transaction, tenantId, wanted);
      for (const { scope, ids } of wanted) {
        const answer = answers.get(scope);
        const present = found.get(scope) ?? [];
        if (!answer || (present.length === 0 && ids === 'all' && !replace)) continue;
        const presentIds = new Set(present.map((row) => row.id));
        const removed = ids === 'all' ? [] : ids.filter((id) => !presentIds.has(id));
        Object.assign(answer.tables, {
          [source.table]: { rows: present, removed, ...(replace && { replace }) },
        });
        rows += present.length + removed.length;
      }
    }
    return rows;
  }

  /** Whole tables of scopes that the device goes on holding, as far as a page goes. `through`: the last of them; null where all are in it. */
  async function renewTables(
    transaction: TenantTransaction,
    tenantId: string,
    asked: {
      tables: readonly string[];
      due: readonly Scope[];
      known: Readonly<Partial<Record<Scope, number>>>;
      /** In the page already. */
      rows: number;
    },
    answers: Map<Scope, ScopeChanges>,
  ): Promise<{ rows: number; through: Scope | null }> {
    const { tables, due, known } = asked;
    let rows = 0;
    let sent = 0;
    // At least some, or a device whose page is full of changes each time would never have them.
    while (sent < due.length && (sent === 0 || asked.rows + rows < rowsPerPage)) {
      const batch = due.slice(sent, sent + scopesPerRead);
      sent += batch.length;
      for (const scope of batch) {
        if (answers.has(scope)) continue;
        answers.set(scope, { scope, version: known[scope] ?? 0, replace: false, tables: {} });
      }
      const all = batch.map((scope): RowsWanted => ({ scope, ids: 'all' }));
      const wanted = new Map(tables.map((table) => [table, all]));
      rows += await readScopes(transaction, tenantId, wanted, answers, true);
    }
    return { rows, through: sent < due.length ? (due[sent - 1] ?? null) : null };
  }

  return {
    async pull(transaction, actor, { client_id, cursor, parked = [], kept }) {
      const epoch = await repository.readEpoch(transaction);
      const renewal = renewalFor(cursor, epoch);
      const tables = Object.keys(renewal?.tables ?? {});
      const reset = cursor === null || renewal === null;
      const isAtBeginning = reset || (tables.length > 0 && renewal.through === null);
      if (isAtBeginning && cursor !== null) {
        options.resets?.pass();
        metrics.syncResets.inc();
      }
      const known: Readonly<Partial<Record<Scope, number>>> = reset ? {} : cursor.scopes;
      const allowed = await options.readableScopes(transaction, actor);
      const held = new Map(allowed.map((scope) => [scope, known[scope] ?? repository.neverHeld]));
      const moved = await repository.readMovedVersions(transaction, actor.tenant_id, held);
      const answers = new Map<Scope, ScopeChanges>();
      const next = new Map<Scope, number>();
      const gained: Scope[] = [];
      const since = new Map<Scope, number>();
      for (const [scope, version] of moved) {
        const had = known[scope];
        // A version beyond ours comes from another life of the data: that scope starts over too.
        if (had === undefined || had > version) gained.push(scope);
        else if (had < version) {
          next.set(scope, version);
          since.set(scope, had);
        }
      }

      const wanted = new Map<string, RowsWanted[]>();
      if (since.size > 0) {
        const changed = await repository.readChangedRows(transaction, actor.tenant_id, since);
        for (const scope of since.keys()) answers.set(scope, emptyAnswer(scope, moved, false));
        const idsByTable = new Map<string, Map<Scope, string[]>>();
        for (const { scope, table_name, row_id } of changed) {
          const idsByScope = idsByTable.get(table_name) ?? new Map<Scope, string[]>();
          idsByTable.set(table_name, idsByScope);
          const ids = idsByScope.get(scope) ?? [];
          idsByScope.set(scope, ids);
          ids.push(row_id);
        }
        for (const [table, idsByScope] of idsByTable) {
          wanted.set(
            table,
            [...idsByScope].map(([scope, ids]) => ({ scope, ids })),
          );
        }
      }
      let rows = await readScopes(transaction, actor.tenant_id, wanted, answers);

      const due = renewal
        ? scopesDue(renewal, known, (scope) => held.has(scope) && !gained.includes(scope))
        : [];
      const renewed = await renewTables(transaction, actor.tenant_id, { tables, due, known, rows }, answers);
      rows += renewed.rows;

      let sent = 0;
      while (sent < gained.length && rows < rowsPerPage) {
        const batch = gained.slice(sent, sent + scopesPerRead);
        sent += batch.length;
        for (const scope of batch) {
          answers.set(scope, emptyAnswer(scope, moved, true));
          next.set(scope, moved.get(scope) ?? 0);
        }
        const all = batch.map((scope): RowsWanted => ({ scope, ids: 'all' }));
        rows += await readScopes(
          transaction,
          actor.tenant_id,
          new Map(options.sources.map((source) => [source.table, all])),
          answers,
        );
      }

      const decided = await readDecisions(transaction, actor, parked);
      const mayKeep = kept && [...(await options.findOnShelf(transaction, actor, kept))];
      if (mayKeep) {
        const of = { tenantId: actor.tenant_id, clientId: client_id, now: options.clock.now() };
        await options.noteCopies(transaction, of, mayKeep);
      }
      return {
        reset,
        drop_scopes: (Object.keys(known) as Scope[]).filter((scope) => !held.has(scope)),
        scopes: [...answers.values()],
        confirmed_seq: await repository.readLastSeq(transaction, {
          tenant_id: actor.tenant_id,
          user_id: actor.id,
          client_id,
        }),
        cursor: {
          epoch,
          schema: snapshotSchemaVersion,
          ...tablesInCursor(renewal, renewed.through),
          scopes: Object.fromEntries(next),
        },
        more: renewed.through !== null || sent < gained.length,
        ...(decided.length > 0 && { decided }),
        ...(mayKeep && { kept: mayKeep }),
      };
    },
  };
}

/** What the ledger says of calls that were parked: with a reason, somebody decided against them. */
async function readDecisions(
  transaction: TenantTransaction,
  { tenant_id, id: user_id }: Actor,
  parked: readonly string[],
): Promise<ParkedDecision[]> {
  if (parked.length === 0) return [];
  const ledger = await repository.readLedger(transaction, { tenant_id, user_id }, parked);
  return [...ledger].map(([mutation_id, { problem }]) => ({
    mutation_id,
    outcome: problem === null ? 'applied' : 'dismissed',
  }));
}

function emptyAnswer(scope: Scope, versions: ReadonlyMap<Scope, number>, replace: boolean): ScopeChanges {
  return { scope, version: versions.get(scope) ?? 0, replace, tables: {} };
}
