import { limits } from '#contract/kit/limits.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import * as repository from './identity.repository.ts';
import * as sessionRepository from './sessions.repository.ts';

/** What other modules may do with sessions; `server/modules.ts` hands it to them. */
export interface SessionEnding {
  /** Ends whatever was opened with these cards. */
  endThoseOfCards(
    transaction: TenantTransaction,
    sessions: { tenant_id: string; cardIds: readonly string[]; now: Date },
  ): Promise<void>;
  /** Ends whatever a person opened with a typed password; what a card opened stays open. */
  endTypedOnes(
    transaction: TenantTransaction,
    sessions: { tenant_id: string; userId: string; now: Date },
  ): Promise<void>;
  /** Ends all of people, of those who were archived where no other reason is given, so that none comes back when they are restored. */
  endThoseOf(
    transaction: TenantTransaction,
    sessions: { tenant_id: string; userIds: readonly string[]; now: Date; reason?: string },
  ): Promise<void>;
  /** A tablet was prepared: pupils who chose to stay signed in on it do so no longer. */
  shortenOnDevice(
    transaction: TenantTransaction,
    sessions: { tenant_id: string; device_id: string },
  ): Promise<void>;
  /** The tenant was suspended: ends those of all people and guests. */
  endAll(transaction: TenantTransaction, sessions: { tenant_id: string; now: Date }): Promise<void>;
  /** Ends those of all guests from one home. */
  endThoseOfGuests(
    transaction: TenantTransaction,
    sessions: { tenant_id: string; home_tenant_id: string; now: Date; reason?: string },
  ): Promise<void>;
}

export const sessionEnding: SessionEnding = {
  async endThoseOfCards(transaction, { tenant_id, cardIds, now }) {
    const end = { reason: 'login card voided', now };
    await sessionRepository.revokeSessions(transaction, tenant_id, { cardIds }, end);
  },
  async endTypedOnes(transaction, { tenant_id, userId, now }) {
    const end = { reason: 'password changed', now };
    await sessionRepository.revokeSessions(transaction, tenant_id, { typedBy: userId }, end);
  },

  async endThoseOf(transaction, { tenant_id, userIds, now, reason = 'archived' }) {
    await sessionRepository.revokeSessions(transaction, tenant_id, { userIds }, { reason, now });
  },

  async shortenOnDevice(transaction, { tenant_id, device_id }) {
    await repository.shortenPupilsOn(transaction, tenant_id, device_id, limits.pupilSessionHours);
  },

  async endAll(transaction, { tenant_id, now }) {
    await sessionRepository.revokeSessions(transaction, tenant_id, 'all', {
      reason: 'school suspended',
      now,
    });
  },

  async endThoseOfGuests(transaction, { tenant_id, home_tenant_id, now, reason }) {
    const end = { reason: reason ?? 'school and organization parted', now };
    await sessionRepository.revokeSessions(transaction, tenant_id, { guestsOf: home_tenant_id }, end);
  },
};
