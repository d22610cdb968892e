import { Problem } from '#contract/kit/problem.ts';
import { digestTables, isSameDigest } from '#contract/sync/sync.hash.ts';
import { isInOurShapes } from '#contract/sync/sync.rules.ts';
import { syncProblems } from '#contract/sync/sync.problems.ts';
import type { CheckAnswer, CheckRequest, ScopeDigest } from '#contract/sync/check.schema.ts';
import type { Scope, SnapshotRow, SnapshotTable } from '#contract/sync/sync.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import type { Actor } from '#server/platform/route.ts';
import type { ReadableScopes } from './readable-scopes.ts';
import type { SnapshotSource } from './snapshot-source.ts';
import * as repository from './sync.repository.ts';

export interface CheckService {
  /**
   * Compares what a device holds with what a pull would give it. A scope that the person may not read, or whose version
   * is another by now, is not compared. The transaction has to be REPEATABLE READ, so that rows and versions fit together.
   */
  check(transaction: TenantTransaction, actor: Actor, request: CheckRequest): Promise<CheckAnswer>;
}

export function createCheckService(options: {
  readableScopes: ReadableScopes;
  sources: readonly SnapshotSource[];
}): CheckService {
  async function readWhole(
    transaction: TenantTransaction,
    tenantId: string,
    scopes: readonly Scope[],
  ): Promise<Map<Scope, Map<SnapshotTable, SnapshotRow[]>>> {
    const held = new Map(scopes.map((scope) => [scope, new Map<SnapshotTable, SnapshotRow[]>()]));
    const wanted = scopes.map((scope) => ({ scope, ids: 'all' as const }));
    for (const source of options.sources) {
      for (const [scope, rows] of await source.read(transaction, tenantId, wanted))
        held.get(scope)?.set(source.table, rows);
    }
    return held;
  }

  return {
    async check(transaction, actor, { user_id, epoch, scopes, ...stood }) {
      if (user_id !== actor.id) throw new Problem(syncProblems.other_person);
      const asked = new Map(Object.entries(scopes) as [Scope, ScopeDigest][]);
      const present = await repository.readEpoch(transaction);
      if (asked.size === 0 || epoch !== present || !isInOurShapes(stood)) return { differing: [] };
      const readable = await options.readableScopes(transaction, actor);
      const versions = await repository.readVersions(
        transaction,
        actor.tenant_id,
        readable.filter((scope) => asked.has(scope)),
      );
      const comparable = [...versions].filter(([scope, version]) => asked.get(scope)?.version === version);
      const held = await readWhole(
        transaction,
        actor.tenant_id,
        comparable.map(([scope]) => scope),
      );
      const differing: Scope[] = [];
      for (const [scope, tables] of held) {
        const ours = await digestTables(tables, (bytes) => crypto.subtle.digest('SHA-256', bytes));
        if (!isSameDigest(ours, asked.get(scope)?.tables ?? {})) differing.push(scope);
      }
      return { differing };
    },
  };
}
