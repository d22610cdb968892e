import type { Money } from '#contract/kit/money.ts';
import type { ProviderName, TransferDetails } from '#contract/payments/payments.schema.ts';
import { inTenant, type Database, type TenantTransaction } from '#server/platform/database.ts';
import type { DueWork } from '#server/platform/due-work.ts';
import { seal, unseal } from '#server/platform/sealing.ts';
import type { SealedColumn } from '#server/platform/rotation.ts';
import type { SecretKey } from '#server/platform/secret-key.ts';
import type { Banks } from '../providers/banks.ts';
import * as repository from './payments.repository.ts';
import type { PaymentRow } from './payments.repository.ts';
import type { PaymentToBegin, Provider } from '../providers/provider.ts';
import { watchBooks } from './reconcile.task.ts';
import { referenceOf } from '../providers/reference.ts';
import { checkPayment, type Settling } from './settling.service.ts';

/** Milliseconds until a payment that was begun is looked at first. */
const firstLook = 25_000;

export type Paying = ReturnType<typeof createPaying>;

const purpose = 'pay links';
const contextOf = (tenantId: string, id: string) => `pay link ${tenantId} ${id}`;

export const sealedPayLinks: SealedColumn = {
  table: 'payments',
  column: 'sealed_pay_url',
  id: 'id',
  purpose,
  context: contextOf,
};

/** Begins payments of orders at the providers that are offered here. */
export function createPaying(options: {
  database: Database;
  secretKey: SecretKey;
  providers: ReadonlyMap<ProviderName, Provider>;
  banks: Banks;
  addTask: DueWork['add'];
  settling: Pick<Settling, 'settle'>;
}) {
  const { database, providers, banks, addTask, settling } = options;
  const key = options.secretKey.sealing(purpose);

  /** Transfers need an account in the currency. */
  async function usableFor(transaction: TenantTransaction, currency: string): Promise<Provider[]> {
    const all = [...providers.values()];
    if (all.every(({ name }) => name !== 'transfer')) return all;
    const bank = await banks.find(transaction, currency);
    return bank ? all : all.filter(({ name }) => name !== 'transfer');
  }

  /** Ways to pay an amount; none for 0. */
  async function offeredFor(transaction: TenantTransaction, money: Money): Promise<ProviderName[]> {
    if (money.amount === 0) return [];
    const usable = await usableFor(transaction, money.currency);
    return usable.flatMap(({ name, refusal }) => (refusal(money) === null ? [name] : []));
  }

  return {
    /** Whether what is paid here is practice money. Nothing else is where no provider is set up. */
    isTest: [...providers.values()].every(({ is_test }) => is_test),

    offeredFor,

    /** Whether any way to pay can take it; where none is set up, each amount can be asked for. */
    async canSay(transaction: TenantTransaction, money: Money): Promise<boolean> {
      const usable = await usableFor(transaction, money.currency);
      if (usable.length === 0 || money.amount === 0) return true;
      return usable.some(({ refusal }) => refusal(money) === null);
    },

    /** What a buyer needs to pay by bank transfer; null in a currency without a bank account. */
    async transferDetails(
      transaction: TenantTransaction,
      { currency, number }: { currency: string; number: string },
    ): Promise<TransferDetails | null> {
      const bank = await banks.find(transaction, currency);
      return bank && { ...bank, reference: number };
    },

    /** First step, in the transaction that places the order: whatever happens next, it is looked at. */
    async open(
      transaction: TenantTransaction,
      tenantId: string,
      payment: { order_id: string; provider: ProviderName; money: Money; now: Date },
    ): Promise<string> {
      const { order_id, provider, money, now } = payment;
      const [last] = await repository.listPayments(transaction, tenantId, order_id);
      const id = await repository.insertPayment(transaction, {
        tenant_id: tenantId,
        order_id,
        provider,
        provider_ref: null,
        attempt: (last?.attempt ?? 0) + 1,
        currency: money.currency,
        amount: money.amount,
        begun_at: now,
      });
      const due_at = new Date(now.getTime() + firstLook);
      await addTask(transaction, tenantId, { kind: checkPayment, subject: id, due_at, created_at: now });
      await watchBooks(transaction, addTask, { tenantId, now });
      return id;
    },

    /**
     * Second step, outside of any transaction: asks the provider for the page to pay on.
     * @returns its address
     * @throws ProviderUnavailableError, ProviderRefusedError
     */
    async begin(
      tenantId: string,
      paymentId: string,
      page: Omit<PaymentToBegin, 'reference' | 'money' | 'invoice' | 'begun_at'> & { number: string },
    ): Promise<string> {
      const payment = await inTenant(database, tenantId, (transaction) =>
        repository.findPayment(transaction, tenantId, paymentId),
      );
      const provider = payment && providers.get(payment.provider);
      if (!payment || !provider) throw new Error('A payment is begun where it is offered');
      const { number, ...facts } = page;
      const begun = await provider.begin({
        ...facts,
        reference: referenceOf({ tenant_id: tenantId, id: paymentId }),
        begun_at: payment.begun_at,
        money: { amount: payment.amount, currency: payment.currency },
        invoice: `${number}-${payment.attempt}`,
      });
      await inTenant(database, tenantId, (transaction) =>
        repository.updatePayment(
          transaction,
          { tenant_id: tenantId, id: paymentId },
          {
            provider_ref: begun.provider_ref,
            sealed_pay_url: seal(key, Buffer.from(begun.pay_url), contextOf(tenantId, paymentId)),
            expires_at: begun.expires_at,
          },
        ),
      );
      return begun.pay_url;
    },

    /** Where a payment can still be made; null where that is over. */
    payUrlOf(tenantId: string, payment: PaymentRow, now: Date): string | null {
      const { id, state, sealed_pay_url, expires_at } = payment;
      const isOpen = state === 'begun' && expires_at !== null && expires_at > now;
      return isOpen && sealed_pay_url
        ? unseal(key, sealed_pay_url, contextOf(tenantId, id)).toString()
        : null;
    },

    /** Nobody can pay the tries before any more. One that was paid meanwhile is paid: then its money counts. */
    async closeOthers(tenantId: string, orderId: string, keptId: string | null): Promise<void> {
      const payments = await inTenant(database, tenantId, (transaction) =>
        repository.listPayments(transaction, tenantId, orderId),
      );
      for (const { id, provider: name, state, provider_ref } of payments) {
        if (id === keptId || !repository.openStates.includes(state) || provider_ref === null) continue;
        const reference = referenceOf({ tenant_id: tenantId, id });
        await providers.get(name)?.close?.({ reference, provider_ref, refund_ids: [] });
        await settling.settle(tenantId, id);
      }
    },
  };
}
