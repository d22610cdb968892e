import type { GuestConsent, GuestMay } from '#contract/visits/visits.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import { oldRows } from '#server/platform/sweep.ts';

const day = 24 * 60 * 60 * 1000;

/** Each is in the audit. */
export const oldRequests = oldRows('visit_requests', { since: 'asked_at', keptFor: 90 * day });

/** All of these are asked in the scope of the school. */
export async function readConsent(transaction: TenantTransaction, tenantId: string): Promise<GuestConsent> {
  const { guest_consent } = await transaction
    .selectFrom('tenants')
    .select('guest_consent')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return guest_consent;
}

/** As `readConsent`; held, so that it does not change before the transaction ends. */
export async function lockConsent(transaction: TenantTransaction, tenantId: string): Promise<GuestConsent> {
  const { guest_consent } = await transaction
    .selectFrom('tenants')
    .select('guest_consent')
    .where('id', '=', tenantId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return guest_consent;
}

export async function updateConsent(
  transaction: TenantTransaction,
  tenantId: string,
  consent: GuestConsent,
  now: Date,
) {
  await transaction
    .updateTable('tenants')
    .set({ guest_consent: consent, updated_at: now })
    .where('id', '=', tenantId)
    .execute();
}

/** Each yes by which a guest may come in now: one to help before one to look, the one that lasts longest first. */
export function listYes(
  transaction: TenantTransaction,
  { tenant_id, guest_id, now }: { tenant_id: string; guest_id: string; now: Date },
) {
  return transaction
    .selectFrom('visit_requests')
    .select(['may', 'allowed_until', 'answered_by'])
    .where('tenant_id', '=', tenant_id)
    .where('guest_id', '=', guest_id)
    .where('ended_at', 'is', null)
    .where('allowed_until', '>', now)
    .orderBy('may')
    .orderBy('allowed_until', 'desc')
    .$narrowType<{ may: GuestMay; allowed_until: Date }>()
    .execute();
}

/** What a guest asked last and was not overtaken. */
export function findLastRequest(
  transaction: TenantTransaction,
  { tenant_id, guest_id }: { tenant_id: string; guest_id: string },
) {
  return transaction
    .selectFrom('visit_requests')
    .select(['id', 'wants', 'reason', 'asked_at', 'answered_at', 'may'])
    .where('tenant_id', '=', tenant_id)
    .where('guest_id', '=', guest_id)
    .where('ended_at', 'is', null)
    .orderBy('asked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function insertRequest(
  transaction: TenantTransaction,
  request: {
    tenant_id: string;
    id: string;
    guest_id: string;
    wants: GuestMay;
    reason: string;
    asked_at: Date;
  },
) {
  await transaction.insertInto('visit_requests').values(request).execute();
}

/** A yes that the school was not asked for. */
export async function insertYes(
  transaction: TenantTransaction,
  yes: {
    tenant_id: string;
    id: string;
    guest_id: string;
    wants: GuestMay;
    reason: string;
    asked_at: Date;
    answered_at: Date;
    may: GuestMay;
    allowed_until: Date;
  },
) {
  await transaction.insertInto('visit_requests').values(yes).execute();
}

/** A request that waits is over, as a newer one takes its place. */
export async function endWaiting(
  transaction: TenantTransaction,
  { tenant_id, guest_id, now }: { tenant_id: string; guest_id: string; now: Date },
) {
  await transaction
    .updateTable('visit_requests')
    .set({ ended_at: now })
    .where('tenant_id', '=', tenant_id)
    .where('guest_id', '=', guest_id)
    .where('answered_at', 'is', null)
    .where('ended_at', 'is', null)
    .execute();
}

/** A request that nobody answered since then, locked: of two who answer it the second finds nothing. */
export function lockWaiting(
  transaction: TenantTransaction,
  { tenant_id, id, since }: { tenant_id: string; id: string; since: Date },
) {
  return transaction
    .selectFrom('visit_requests')
    .select(['guest_id', 'wants'])
    .where('tenant_id', '=', tenant_id)
    .where('id', '=', id)
    .where('answered_at', 'is', null)
    .where('ended_at', 'is', null)
    .where('asked_at', '>', since)
    .forUpdate()
    .executeTakeFirst();
}

export async function answerRequest(
  transaction: TenantTransaction,
  { tenant_id, id }: { tenant_id: string; id: string },
  answer: { answered_at: Date; answered_by: string; may: GuestMay | null; allowed_until: Date | null },
) {
  await transaction
    .updateTable('visit_requests')
    .set(answer)
    .where('tenant_id', '=', tenant_id)
    .where('id', '=', id)
    .execute();
}

/** Ends yeses and requests, of one guest or of all. */
export async function endRequests(
  transaction: TenantTransaction,
  { tenant_id, guest_id, now }: { tenant_id: string; guest_id?: string; now: Date },
) {
  await transaction
    .updateTable('visit_requests')
    .set({ ended_at: now })
    .where('tenant_id', '=', tenant_id)
    .where('ended_at', 'is', null)
    .$if(guest_id !== undefined, (query) => query.where('guest_id', '=', guest_id ?? ''))
    .where((where) => where.or([where('answered_at', 'is', null), where('allowed_until', '>', now)]))
    .execute();
}

/** Ends the yeses that these people gave. @returns the guests who had one */
export async function endYesesOf(
  transaction: TenantTransaction,
  tenantId: string,
  givers: readonly string[],
  now: Date,
): Promise<string[]> {
  if (givers.length === 0) return [];
  const ended = await transaction
    .updateTable('visit_requests')
    .set({ ended_at: now })
    .where('tenant_id', '=', tenantId)
    .where('answered_by', 'in', givers)
    .where('ended_at', 'is', null)
    .where('allowed_until', '>', now)
    .returning('guest_id')
    .execute();
  return ended.map(({ guest_id }) => guest_id);
}

/** Who asks, and who may come by a yes. */
export function listOpen(
  transaction: TenantTransaction,
  { tenant_id, since, now }: { tenant_id: string; since: Date; now: Date },
) {
  return transaction
    .selectFrom('visit_requests as request')
    .innerJoin('users as guest', (join) =>
      join.onRef('guest.tenant_id', '=', 'request.tenant_id').onRef('guest.id', '=', 'request.guest_id'),
    )
    .select(['request.id', 'request.guest_id', 'request.wants', 'request.reason', 'request.asked_at'])
    .select(['request.may', 'request.allowed_until', 'guest.first_name', 'guest.last_name'])
    .select('guest.home_tenant_id')
    .where('request.tenant_id', '=', tenant_id)
    .where('request.ended_at', 'is', null)
    .where('guest.archived_at', 'is', null)
    .where((where) =>
      where.or([
        where.and([where('request.answered_at', 'is', null), where('request.asked_at', '>', since)]),
        where('request.allowed_until', '>', now),
      ]),
    )
    .orderBy('request.asked_at')
    .orderBy('request.id')
    .execute();
}

/** Guests with a session that stands, as far as the school knows. */
export function listSessions(transaction: TenantTransaction, tenantId: string, now: Date) {
  return transaction
    .selectFrom('sessions as session')
    .innerJoin('users as guest', (join) =>
      join.onRef('guest.tenant_id', '=', 'session.tenant_id').onRef('guest.id', '=', 'session.user_id'),
    )
    .select(['guest.id as guest_id', 'guest.home_tenant_id', 'guest.home_user_id'])
    .select(['session.home_session_id', 'session.guest_may', 'session.expires_at'])
    .where('session.tenant_id', '=', tenantId)
    .where('session.home_session_id', 'is not', null)
    .where('session.revoked_at', 'is', null)
    .where('session.expires_at', '>', now)
    .where('guest.archived_at', 'is', null)
    .orderBy('session.expires_at', 'desc')
    .$narrowType<{ home_tenant_id: string; home_user_id: string; home_session_id: string }>()
    .execute();
}

/** Links of a guest, or of all, that nobody used yet. */
export async function deleteLinks(transaction: TenantTransaction, tenantId: string, guestId: string) {
  await transaction
    .deleteFrom('visit_links')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', guestId)
    .where('used_at', 'is', null)
    .execute();
}
