import { audit } from './audit.ts';
import type { TenantTransaction } from './database.ts';
import { guessLimits, type Count, type GuessKind } from './guess-limits.ts';

/** Wrong passwords for one account that somebody should know of, before it has to wait. */
const manyForAccount = 5;

interface Counted {
  key: { kind: GuessKind; named: string | undefined };
  is: Count;
}

const guessedFromNetwork: Partial<Record<GuessKind, string>> = {
  network: 'passwords',
  class_code_network: 'class codes',
  community_network: 'community passwords',
};

/**
 * Writes down runs of wrong sign-ins: one row when a run becomes one, one when it has to wait, and none for each try, or
 * somebody could fill the audit. A name that no person has is never written down, nor an address.
 */
export async function auditOfGuesses(
  transaction: TenantTransaction,
  tenantId: string,
  counted: readonly Counted[],
): Promise<void> {
  const entries = counted.flatMap(({ key: { kind, named }, is: { failures } }) => {
    const entry = { tenant_id: tenantId, actor_id: null, details: { tries: failures } };
    const isFull = failures === guessLimits[kind].most;
    if (kind === 'account' && named !== undefined) {
      if (isFull) return { ...entry, action: 'sign_ins.account_waits' as const, subject_id: named };
      return failures === manyForAccount
        ? { ...entry, action: 'sign_ins.failed' as const, subject_id: named }
        : [];
    }
    if (!isFull) return [];
    if (kind === 'class' && named !== undefined)
      return { ...entry, action: 'sign_ins.class_waits' as const, subject_id: named };
    if (kind === 'known_device') return { ...entry, action: 'sign_ins.browser_waits' as const };
    const name = guessedFromNetwork[kind];
    return name === undefined
      ? []
      : { ...entry, action: 'sign_ins.network_waits' as const, details: { tries: failures, name } };
  });
  await audit(transaction, ...entries);
}
