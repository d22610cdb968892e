import { sql } from 'kysely';
import type { ReaderSettingsRow, ReadingRow } from '#contract/works/reading-rows.schema.ts';
import { notBegun, type Progress } from '#contract/works/reading.rules.ts';
import type { Reaction } from '#contract/works/reactions.schema.ts';
import type { ReaderSettings } from '#contract/works/reading.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';

/** Which work a person reads. */
export interface ReadBy {
  tenantId: string;
  userId: string;
  workId: string;
}

/** Keeps the furthest of what the devices of a person say, in whatever order they say it; false where this is no further. */
export async function raise(
  transaction: TenantTransaction,
  { tenantId, userId, workId }: ReadBy,
  { round, reached }: Progress,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into readings (tenant_id, user_id, work_id, round, reached, read_at)
    values (${tenantId}, ${userId}, ${workId}, ${round}, ${reached}, ${now})
    on conflict (tenant_id, user_id, work_id) do update
      set round = excluded.round, reached = excluded.reached, read_at = excluded.read_at
      where (readings.round, readings.reached) < (excluded.round, excluded.reached)`.execute(transaction);
  return numAffectedRows === 1n;
}

/** The bookmarks of a person in a work, locked: two devices come one after the other. */
export async function lockBookmarks(
  transaction: TenantTransaction,
  { tenantId, userId, workId }: ReadBy,
): Promise<string[]> {
  const { bookmarks } = await transaction
    .selectFrom('readings')
    .select('bookmarks')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('work_id', '=', workId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return bookmarks;
}

export async function setBookmarks(
  transaction: TenantTransaction,
  { tenantId, userId, workId }: ReadBy,
  bookmarks: readonly string[],
  now: Date,
): Promise<void> {
  await transaction
    .updateTable('readings')
    .set({ bookmarks: [...bookmarks], read_at: now })
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('work_id', '=', workId)
    .execute();
}

export async function setSettings(
  transaction: TenantTransaction,
  { tenantId, userId }: Pick<ReadBy, 'tenantId' | 'userId'>,
  settings: ReaderSettings,
  now: Date,
): Promise<void> {
  await transaction
    .insertInto('reader_settings')
    .values({
      tenant_id: tenantId,
      user_id: userId,
      settings: JSON.stringify(settings),
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'user_id']).doUpdateSet((row) => ({
        settings: row.ref('excluded.settings'),
        updated_at: row.ref('excluded.updated_at'),
      })),
    )
    .execute();
}

/** Says a kind word in the place of what the person said before, or takes it back; false where nothing changes. */
export async function setReaction(
  transaction: TenantTransaction,
  { tenantId, userId, workId }: ReadBy,
  reaction: Reaction | null,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } =
    reaction === null
      ? await sql`
          delete from reactions
          where tenant_id = ${tenantId} and work_id = ${workId} and user_id = ${userId}`.execute(transaction)
      : await sql`
          insert into reactions (tenant_id, work_id, user_id, reaction, made_at)
          values (${tenantId}, ${workId}, ${userId}, ${reaction}, ${now})
          on conflict (tenant_id, work_id, user_id) do update
            set reaction = excluded.reaction, made_at = excluded.made_at
            where reactions.reaction <> excluded.reaction`.execute(transaction);
  return numAffectedRows === 1n;
}

/** What a person reads or said a kind word of; of these works alone, where some are named. */
export async function listReadings(
  transaction: TenantTransaction,
  tenantId: string,
  { userId, ids }: { userId: string; ids?: readonly string[] },
): Promise<ReadingRow[]> {
  const own = sql`tenant_id = ${tenantId} and user_id = ${userId}
    ${ids ? sql`and work_id = any(${ids}::uuid[])` : sql``}`;
  const { rows } = await sql<Omit<ReadingRow, 'read_at'> & { read_at: Date }>`
    select work_id as id, coalesce(reading.round, ${notBegun.round}) as round,
      coalesce(reading.reached, ${notBegun.reached}) as reached,
      coalesce(reading.bookmarks, '{}') as bookmarks, said.reaction,
      coalesce(reading.read_at, said.made_at) as read_at
    from (select work_id, round, reached, bookmarks, read_at from readings where ${own}) as reading
    full join (select work_id, reaction, made_at from reactions where ${own}) as said using (work_id)
    order by work_id`.execute(transaction);
  return rows.map((row) => ({ ...row, read_at: row.read_at.toISOString() }));
}

/** How pages look to a person: one row, or none where they never chose. */
export async function listSettings(
  transaction: TenantTransaction,
  tenantId: string,
  { userId }: { userId: string },
): Promise<ReaderSettingsRow[]> {
  const rows = await transaction
    .selectFrom('reader_settings')
    .select('settings')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .execute();
  return rows.map(({ settings }) => ({ id: userId, settings: settings as Record<string, unknown> }));
}
