import { sql } from 'kysely';
import type { TenantTransaction } from '#server/platform/database.ts';
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
  await sql`
    with gone as (
      update work_copies set gone_at = ${now}
      where tenant_id = ${tenantId} and client_id = ${clientId} and gone_at is null
        and not work_id = any(${allowed}::uuid[])
    )
    insert into work_copies (tenant_id, client_id, work_id)
    select ${tenantId}, ${clientId}, named from unnest(${allowed}::uuid[]) as named
    where not exists (
      select from work_copies as known where known.tenant_id = ${tenantId} and known.client_id = ${clientId}
        and known.work_id = named and known.gone_at is null
    )
    on conflict (tenant_id, client_id, work_id) do update set gone_at = null`.execute(transaction);
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
