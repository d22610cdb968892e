import type { TenantTransaction } from '#server/platform/database.ts';
import type { SchoolLinks } from '../affiliations/school-links.ts';
import type { AllowedVisits } from '../visits/allowed-visits.ts';
import { endChangesAskedBy } from './email-changes.repository.ts';
import { revoke } from './invitations.repository.ts';

/** How much was ended, for the audit. */
export interface EndedRequests {
  ended_invitations: number;
  ended_email_changes: number;
  ended_school_links: number;
  ended_visits: number;
}

/** What people asked for and lose with their rights. Each use asks for the right as well: see `Standing`. */
export interface AskedFor {
  /** Ends open invitations, e-mail changes and links for schools that these people asked for, and visits that they allowed. */
  end(
    transaction: TenantTransaction,
    tenantId: string,
    askers: readonly string[],
    now: Date,
  ): Promise<EndedRequests>;
}

export function createAskedFor({
  links,
  visits,
}: {
  links: Pick<SchoolLinks, 'endThoseOf'>;
  visits: AllowedVisits;
}): AskedFor {
  return {
    async end(transaction, tenantId, askers, now) {
      const invitations = await revoke(transaction, tenantId, { invited_by: askers }, now);
      const changes = await endChangesAskedBy(transaction, tenantId, askers, now);
      return {
        ended_invitations: invitations.length,
        ended_email_changes: changes.length,
        ended_school_links: await links.endThoseOf(transaction, tenantId, askers, now),
        ended_visits: await visits.endThoseOf(transaction, tenantId, askers, now),
      };
    },
  };
}
