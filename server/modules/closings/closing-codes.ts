import { randomInt } from 'node:crypto';
import { closingProblems } from '#contract/closings/closings.problems.ts';
import { loneHours } from '#contract/closings/closings.schema.ts';
import { Problem } from '#contract/kit/problem.ts';
import { inTenant, type Database, type TenantTransaction } from '#server/platform/database.ts';
import type { SecretKey } from '#server/platform/secret-key.ts';

const hour = 60 * 60 * 1000;
/** Hours after the first day in which the only administrator of the platform types the code. */
const loneCodeHours = 48;
/** When the code of the only administrator is good, in milliseconds after it was asked for. */
export const loneCode = { from: loneHours * hour, until: (loneHours + loneCodeHours) * hour } as const;

const purpose = 'codes of closings';
export const codeTries = 5;

interface Asked {
  find: (transaction: TenantTransaction) => Promise<{ asked_at: Date } | undefined>;
  /** Null after too many tries. */
  countTry: (transaction: TenantTransaction) => Promise<Buffer | null>;
}

export type ClosingCodes = ReturnType<typeof createClosingCodes>;

/** Codes of six digits by e-mail, which stand where a second person would. `about`: what one is good for. */
export function createClosingCodes({ database, secretKey }: { database: Database; secretKey: SecretKey }) {
  return {
    make: () => String(randomInt(1_000_000)).padStart(6, '0'),

    hashOf: (about: string, code: string) => secretKey.sign(purpose, `${about} ${code}`),

    /** Its own transaction: a wrong try counts. @throws Problem `closings.not_asked`, `closings.too_early`, `closings.ask_again`, `closings.wrong_code` */
    async check(
      tenantId: string,
      { about, code }: { about: string; code: string },
      { find, countTry, now, from, until }: Asked & { now: Date; from: number; until: number },
    ): Promise<void> {
      const outcome = await inTenant(database, tenantId, async (transaction) => {
        const ask = await find(transaction);
        if (!ask) return closingProblems.not_asked;
        const age = now.getTime() - ask.asked_at.getTime();
        if (age < from) return closingProblems.too_early;
        const hash = age > until ? null : await countTry(transaction);
        if (hash === null) return closingProblems.ask_again;
        return secretKey.isSigned(purpose, `${about} ${code}`, hash) ? null : closingProblems.wrong_code;
      });
      if (outcome === closingProblems.wrong_code)
        throw new Problem(outcome, { errors: { code: [outcome.error] } });
      if (outcome !== null) throw new Problem(outcome);
    },
  };
}

/** @throws Problem `closings.other_name`, at the field */
export function refuseOtherName(school: { school_name: string }, name: string): void {
  const { error } = closingProblems.other_name;
  if (name !== school.school_name.trim())
    throw new Problem(closingProblems.other_name, { errors: { name: [error] } });
}
