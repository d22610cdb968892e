import type { GuestMay } from '#contract/visits/visits.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import { findYes, readConsent } from './consent.repository.ts';

export interface Access {
  may: GuestMay;
  /** Until when the school said yes; null where it always does. */
  until: Date | null;
}

/** What a guest of the platform may do in the school at hand; null while the school has to be asked. */
export async function accessOf(
  transaction: TenantTransaction,
  { tenant_id, guest_id, now }: { tenant_id: string; guest_id: string | null; now: Date },
): Promise<Access | null> {
  const yes = guest_id === null ? undefined : await findYes(transaction, { tenant_id, guest_id, now });
  if (yes) return { may: yes.may, until: yes.allowed_until };
  const consent = await readConsent(transaction, tenant_id);
  return consent === 'always' ? { may: 'look', until: null } : null;
}
