import type { TenantTransaction } from '#server/platform/database.ts';
import * as repository from './identity.repository.ts';
import * as sessionRepository from './sessions.repository.ts';

export interface Member {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
}

/** What other modules do with the accounts of teachers, administrators and parents. Students' are their teachers' affair. */
export interface MemberAccounts {
  /** Undefined for an address that nobody has, or only a student or somebody who was archived. */
  findByEmail(transaction: TenantTransaction, tenantId: string, email: string): Promise<Member | undefined>;
  /** Undefined for one who has none, such as a guest. */
  findWithPassword(
    transaction: TenantTransaction,
    tenantId: string,
    userId: string,
  ): Promise<(Member & { password_hash: string }) | undefined>;
  setPassword(
    transaction: TenantTransaction,
    tenantId: string,
    userId: string,
    password: { password_hash: string; now: Date },
  ): Promise<void>;
  endSessions(
    transaction: TenantTransaction,
    tenantId: string,
    userId: string,
    end: { reason: string; now: Date; except?: string },
  ): Promise<void>;
}

export const memberAccounts: MemberAccounts = {
  async findByEmail(transaction, tenantId, email) {
    const row = await repository.findMemberByEmail(transaction, tenantId, email);
    return row && { ...row, email };
  },

  findWithPassword: (transaction, tenantId, userId) =>
    repository.findMemberWithPassword(transaction, tenantId, userId),

  setPassword: (transaction, tenantId, userId, { password_hash, now }) =>
    repository.putPasswordHash(transaction, {
      tenant_id: tenantId,
      user_id: userId,
      password_hash,
      updated_at: now,
    }),

  endSessions: (transaction, tenantId, userId, { except, ...end }) =>
    sessionRepository.revokeSessions(
      transaction,
      tenantId,
      except === undefined ? { userId } : { userId, except },
      end,
    ),
};
