import { randomBytes } from 'node:crypto';
import { looksLikeBadge } from '#contract/cards/cards.rules.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import { sha256 } from '#server/platform/sha256.ts';
import { findGoodCard, noteCardUsed } from './cards.repository.ts';

/** What signing in asks about cards; `server/modules.ts` hands it to the sign-in. */
export interface BadgeCheck {
  /**
   * Id of this person's card with the badge that was typed or scanned, or null. It looks for nobody's card too, so that a
   * name that nobody has takes as long as any other.
   */
  findCard(
    transaction: TenantTransaction,
    tenantId: string,
    userId: string | null,
    typed: string,
  ): Promise<string | null>;
  /** Notes that a card was used just now. False where it was voided since it was found. */
  noteUsed(transaction: TenantTransaction, tenantId: string, cardId: string, now: Date): Promise<boolean>;
}

export const badgeCheck: BadgeCheck = {
  async findCard(transaction, tenantId, userId, typed) {
    const badge = typed.trim();
    if (!looksLikeBadge(badge)) return null;
    const card = await findGoodCard(transaction, tenantId, sha256(badge));
    return card?.student_id === userId ? (card?.id ?? null) : null;
  },
  noteUsed: noteCardUsed,
};

/** 128 random bits as 22 characters. */
export function makeBadge(): string {
  return randomBytes(16).toString('base64url');
}
