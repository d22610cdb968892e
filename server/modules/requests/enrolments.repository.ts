import { sql } from 'kysely';
import type { TenantTransaction } from '#server/platform/database.ts';

interface Invitation {
  tenant_id: string;
  request_id: string;
  email: string;
  invited_by: string;
  invited_at: Date;
}

/** @returns false where this school was written to twice, or never */
export async function noteReminder(
  transaction: TenantTransaction,
  { tenant_id, request_id, email, now }: { tenant_id: string; request_id: string; email: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('enrolment_invitations')
    .set({ reminded_at: now })
    .where('tenant_id', '=', tenant_id)
    .where('request_id', '=', request_id)
    .where('email', '=', email)
    .where('reminded_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** @returns false where this school was invited before */
export async function insertInvitation(
  transaction: TenantTransaction,
  invitation: Invitation,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('enrolment_invitations')
    .values(invitation)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** With what became of the newest letter to each address; null once letters are swept away. */
export async function listInvitations(transaction: TenantTransaction, tenantId: string, requestId: string) {
  return await transaction
    .selectFrom('enrolment_invitations as invitation')
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom('email_messages as message')
          .select('message.state')
          .where('message.tenant_id', '=', tenantId)
          .where('message.kind', '=', 'requests.invitation')
          .whereRef('message.to_address', '=', 'invitation.email')
          .where(
            (row) => sql<boolean>`${row.ref('message.created_at')} >= ${row.ref('invitation.invited_at')}`,
          )
          .orderBy('message.created_at', 'desc')
          .limit(1)
          .as('letter'),
      (join) => join.onTrue(),
    )
    .select(['invitation.email', 'invitation.invited_at', 'invitation.reminded_at', 'letter.state as letter'])
    .where('invitation.tenant_id', '=', tenantId)
    .where('invitation.request_id', '=', requestId)
    .execute();
}

/** Of these addresses, those with which a school is here. In the platform scope. */
export async function listRegistered(
  transaction: TenantTransaction,
  emails: readonly string[],
): Promise<Set<string>> {
  const rows = await transaction
    .selectFrom('tenants')
    .select('school_email')
    .where('school_email', 'in', emails)
    .where('is_organization', '=', false)
    .execute();
  return new Set(rows.flatMap(({ school_email }) => school_email ?? []));
}
