import { sql } from 'kysely';
import type { TenantTransaction } from '#server/platform/database.ts';
import type { ListKey } from '../panel/after.ts';

/** A message of a school in an edition, and when it was put there, to the microsecond. */
export interface PickedMessage {
  school_id: string;
  work_id: string;
  picked_at: string;
}

const pickedColumns = sql`school_id, work_id, to_char(picked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as picked_at`;

/** The latest first. `tenantId`: the platform. */
export async function listYears(transaction: TenantTransaction, tenantId: string): Promise<number[]> {
  const rows = await transaction
    .selectFrom('message_picks')
    .select('year')
    .distinct()
    .where('tenant_id', '=', tenantId)
    .orderBy('year', 'desc')
    .execute();
  return rows.map(({ year }) => year);
}

/** In the order in which they were picked: what is picked later comes at the end of the book. */
export async function listEdition(
  transaction: TenantTransaction,
  tenantId: string,
  { year, after, limit }: { year: number; after: ListKey | null; limit: number },
): Promise<PickedMessage[]> {
  const { rows } = await sql<PickedMessage>`
    select ${pickedColumns}
    from message_picks where tenant_id = ${tenantId} and year = ${year}
      ${after === null ? sql`` : sql`and (message_picks.picked_at, school_id, work_id) > (${after[0]}::timestamptz, ${after[1]}::uuid, ${after[2]}::uuid)`}
    order by message_picks.picked_at, school_id, work_id limit ${limit}`.execute(transaction);
  return rows;
}

/** A message by its id alone, which no other has. */
export async function listPicksOf(
  transaction: TenantTransaction,
  tenantId: string,
  work_id: string,
): Promise<PickedMessage[]> {
  const { rows } = await sql<PickedMessage>`
    select ${pickedColumns} from message_picks where tenant_id = ${tenantId} and work_id = ${work_id}`.execute(
    transaction,
  );
  return rows;
}

/** The edition that a message is in. */
export async function findEdition(
  transaction: TenantTransaction,
  tenantId: string,
  { school_id, work_id }: { school_id: string; work_id: string },
): Promise<number | undefined> {
  const row = await transaction
    .selectFrom('message_picks')
    .select('year')
    .where('tenant_id', '=', tenantId)
    .where('school_id', '=', school_id)
    .where('work_id', '=', work_id)
    .executeTakeFirst();
  return row?.year;
}

export async function putIntoEdition(
  transaction: TenantTransaction,
  tenantId: string,
  pick: { school_id: string; work_id: string; year: number; now: Date },
): Promise<void> {
  const { now, ...place } = pick;
  await transaction
    .insertInto('message_picks')
    .values({ tenant_id: tenantId, ...place, picked_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'school_id', 'work_id'])
        .doUpdateSet({ year: place.year, picked_at: now }),
    )
    .execute();
}

/** The edition that it was in; undefined where it was in none. */
export async function takeOutOfEdition(
  transaction: TenantTransaction,
  tenantId: string,
  { school_id, work_id }: { school_id: string; work_id: string },
): Promise<number | undefined> {
  const row = await transaction
    .deleteFrom('message_picks')
    .where('tenant_id', '=', tenantId)
    .where('school_id', '=', school_id)
    .where('work_id', '=', work_id)
    .returning('year')
    .executeTakeFirst();
  return row?.year;
}
