import type { TenantTransaction } from '#server/platform/database.ts';
import { inBatches } from '#server/platform/in-batches.ts';
import { oldRows } from '#server/platform/sweep.ts';

const day = 24 * 60 * 60 * 1000;

/** As long as tablets may sleep. */
export const oldCopies = oldRows('work_copies', { since: 'gone_at', keptFor: 400 * day });

/**
 * Notes which copies a device keeps: of those that it named the ones that it may have. All others are gone: it was just told so, or
 * does not name them any more. Writes nothing where nothing changed.
 */
export async function noteCopies(
  transaction: TenantTransaction,
  { tenantId, clientId, now }: { tenantId: string; clientId: string; now: Date },
  allowed: readonly string[],
): Promise<void> {
  const known = await transaction
    .selectFrom('work_copies')
    .select('work_id')
    .where('tenant_id', '=', tenantId)
    .where('client_id', '=', clientId)
    .where('gone_at', 'is', null)
    .execute();
  const knownIds = new Set(known.map(({ work_id }) => work_id));
  const allowedIds = new Set(allowed);
  const gone = [...knownIds].filter((id) => !allowedIds.has(id));
  if (gone.length > 0)
    await transaction
      .updateTable('work_copies')
      .set({ gone_at: now })
      .where('tenant_id', '=', tenantId)
      .where('client_id', '=', clientId)
      .where('gone_at', 'is', null)
      .where('work_id', 'in', gone)
      .execute();
  const missing = [...allowedIds].filter((id) => !knownIds.has(id)).toSorted();
  const rows = missing.map((work_id) => ({ tenant_id: tenantId, client_id: clientId, work_id }));
  for (const batch of inBatches(rows))
    await transaction
      .insertInto('work_copies')
      .values(batch)
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'client_id', 'work_id']).doUpdateSet({ gone_at: null }),
      )
      .execute();
}

/** Copies of a work that stood on devices when it was taken down, and how many of them are gone. */
export async function countCopies(
  transaction: TenantTransaction,
  tenantId: string,
  { workId, since }: { workId: string; since: Date },
): Promise<{ kept: number; gone: number }> {
  return await transaction
    .selectFrom('work_copies')
    .select(({ fn }) => [
      fn.countAll<number>().as('kept'),
      fn.countAll<number>().filterWhere('gone_at', 'is not', null).as('gone'),
    ])
    .where('tenant_id', '=', tenantId)
    .where('work_id', '=', workId)
    .where((where) => where.or([where('gone_at', 'is', null), where('gone_at', '>=', since)]))
    .executeTakeFirstOrThrow();
}
