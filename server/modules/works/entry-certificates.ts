import { audit } from '#server/platform/audit.ts';
import type { TenantTransaction } from '#server/platform/database.ts';

/** A work that is not approved any more has no valid certificate of a challenge. What it raised stays true. */
export async function withdrawEntryCertificate(
  transaction: TenantTransaction,
  work: { id: string; tenant_id: string },
  { actorId, now }: { actorId: string; now: Date },
): Promise<void> {
  const withdrawn = await transaction
    .updateTable('certificates')
    .set({ withdrawn_at: now, reason: 'The work is not approved any more' })
    .where('tenant_id', '=', work.tenant_id)
    .where('work_id', '=', work.id)
    .where('kind', '=', 'challenge')
    .where('withdrawn_at', 'is', null)
    .returning('id')
    .execute();
  if (withdrawn.length === 0) return;
  const { title } = await transaction
    .selectFrom('works')
    .select('title')
    .where('tenant_id', '=', work.tenant_id)
    .where('id', '=', work.id)
    .executeTakeFirstOrThrow();
  for (const { id } of withdrawn)
    await audit(transaction, {
      tenant_id: work.tenant_id,
      actor_id: actorId,
      action: 'certificates.withdrawn',
      subject_id: id,
      details: { name: title },
    });
}
