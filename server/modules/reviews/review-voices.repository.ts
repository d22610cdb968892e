import type { TenantTransaction } from '#server/platform/database.ts';

interface SentVoice {
  workId: string;
  /** In hexadecimal digits. */
  sha256: string;
}

/** Whether this was sent as what a reviewer says of the work. */
export async function hasVoice(
  transaction: TenantTransaction,
  tenantId: string,
  { workId, sha256 }: SentVoice,
): Promise<boolean> {
  const row = await transaction
    .selectFrom('review_voices')
    .select('work_id')
    .where('tenant_id', '=', tenantId)
    .where('work_id', '=', workId)
    .where('sha256', '=', Buffer.from(sha256, 'hex'))
    .executeTakeFirst();
  return row !== undefined;
}

/** Notes a recording that is kept already as what a reviewer says of a work, once. @returns how many the work has */
export async function noteVoice(
  transaction: TenantTransaction,
  tenantId: string,
  { workId, sha256, made_by, now }: SentVoice & { made_by: string; now: Date },
): Promise<number> {
  await transaction
    .insertInto('review_voices')
    .values({
      tenant_id: tenantId,
      work_id: workId,
      sha256: Buffer.from(sha256, 'hex'),
      made_by,
      made_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { count } = await transaction
    .selectFrom('review_voices')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('work_id', '=', workId)
    .executeTakeFirstOrThrow();
  return count;
}
