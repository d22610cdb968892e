import type { BankAccount } from '#contract/payments/payments.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';

/** Where a transfer goes; without the currency where one account is for all. */
export type Bank = Omit<BankAccount, 'currency'>;

const columns = ['currency', 'holder', 'bank', 'account', 'code', 'words'] as const;

export function listBanks(transaction: TenantTransaction): Promise<BankAccount[]> {
  return transaction.selectFrom('bank_accounts').select(columns).orderBy('currency').execute();
}

export type Banks = ReturnType<typeof createBanks>;

/**
 * Bank accounts by currency, as the platform set them.
 * @param usual lines of text for the currencies without one; null: no transfer is offered in those
 */
export function createBanks(usual: string | null) {
  const forOthers = usual === null ? null : { holder: '', bank: '', account: '', code: '', words: usual };
  return {
    async find(transaction: TenantTransaction, currency: string): Promise<Bank | null> {
      const row = await transaction
        .selectFrom('bank_accounts')
        .select(['holder', 'bank', 'account', 'code', 'words'])
        .where('currency', '=', currency)
        .executeTakeFirst();
      return row ?? forOthers;
    },
  };
}
