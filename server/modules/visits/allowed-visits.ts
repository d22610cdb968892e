import type { TenantTransaction } from '#server/platform/database.ts';
import type { SessionEnding } from '../identity/session-ending.ts';
import { endYesesOf } from './consent.repository.ts';

/** Visits of the platform by the office that allowed them; `server/modules.ts` hands it to other modules. */
export interface AllowedVisits {
  /** Ends what these people said yes to, and who is here by it. @returns how many yeses */
  endThoseOf(
    transaction: TenantTransaction,
    tenantId: string,
    givers: readonly string[],
    now: Date,
  ): Promise<number>;
}

export function createAllowedVisits(sessions: Pick<SessionEnding, 'endThoseOf'>): AllowedVisits {
  return {
    async endThoseOf(transaction, tenant_id, givers, now) {
      const userIds = await endYesesOf(transaction, tenant_id, givers, now);
      if (userIds.length > 0)
        await sessions.endThoseOf(transaction, { tenant_id, userIds, now, reason: 'ended by the school' });
      return userIds.length;
    },
  };
}
