import type { ChampionKind } from '#contract/kit/roles.ts';
import { hasRights } from '#contract/champions/champions.rules.ts';
import type { TenantTransaction } from '#server/platform/database.ts';

interface Granted {
  kind: ChampionKind | null;
  ends_at: Date | null;
  revoked_at: Date | null;
}

/**
 * What somebody is by rights that were granted: null for those who never were champions, `over` for those whose rights ended or were
 * revoked. Asked for every request and every sign-in, and nowhere else: an end that has passed needs no job.
 */
export function championOf({ kind, ends_at, revoked_at }: Granted, now: Date): ChampionKind | 'over' | null {
  if (kind === null || ends_at === null) return null;
  return hasRights({ ends_at, revoked_at }, now) ? kind : 'over';
}

/** What was granted to somebody, with the role that they have now. */
export async function findChampionOf(
  transaction: TenantTransaction,
  { id, tenant_id, role }: { id: string; tenant_id: string; role: string },
): Promise<Granted> {
  const none = { kind: null, ends_at: null, revoked_at: null };
  if (role !== 'teacher' && role !== 'parent') return none;
  const row = await transaction
    .selectFrom('champions')
    .select(['kind', 'ends_at', 'revoked_at'])
    .where('tenant_id', '=', tenant_id)
    .where('user_id', '=', id)
    .where('kind', '=', role)
    .executeTakeFirst();
  return row ?? none;
}
