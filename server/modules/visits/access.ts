import { isOfficeStaff } from '#contract/kit/roles.ts';
import type { GuestMay } from '#contract/visits/visits.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import { listYes, readConsent } from './consent.repository.ts';
import { standing } from './standing.ts';

export interface Access {
  may: GuestMay;
  /** Until when the school said yes; null where it always does. */
  until: Date | null;
}

/**
 * What a guest of the platform may do in the school at hand; null while the school has to be asked. A yes is good while who gave it
 * may still give it.
 */
export async function accessOf(
  transaction: TenantTransaction,
  { tenant_id, guest_id, now }: { tenant_id: string; guest_id: string | null; now: Date },
): Promise<Access | null> {
  const given = guest_id === null ? [] : await listYes(transaction, { tenant_id, guest_id, now });
  const givers = given.flatMap(({ answered_by }) => answered_by ?? []);
  const roles = await standing.rolesOf(transaction, tenant_id, givers);
  const yes = given.find(({ answered_by }) => {
    // Two administrators of the platform said it in the place of the school.
    if (answered_by === null) return true;
    const role = roles.get(answered_by);
    return role !== undefined && isOfficeStaff(role);
  });
  if (yes) return { may: yes.may, until: yes.allowed_until };
  const consent = await readConsent(transaction, tenant_id);
  return consent === 'always' ? { may: 'look', until: null } : null;
}
