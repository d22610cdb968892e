import { mostMinorUnits } from '#contract/kit/money.ts';
import { sumOf } from '#contract/orders/shares.rules.ts';
import { inTenant, type Database } from '#server/platform/database.ts';
import { listTransfers } from './bank-transfers.repository.ts';
import { BadSignatureError, ProviderRefusedError, type Provider } from './provider.ts';
import { readReference } from './reference.ts';

/** Milliseconds that a transfer may take to arrive. */
const transferLasts = 60 * 24 * 60 * 60 * 1000;

/**
 * A bank transfer. The buyer reads the bank details on the page of the order. No bank is asked: what staff of the platform recorded
 * of its statements is what this provider answers.
 */
export function createTransfer({ database, is_test }: { database: Database; is_test: boolean }): Provider {
  return {
    name: 'transfer',
    is_test,
    sendsByHand: true,
    refusal({ amount }) {
      if (amount < 1) return 'minimum';
      return amount > mostMinorUnits ? 'maximum' : null;
    },
    async begin({ reference, success_url, begun_at }) {
      return {
        provider_ref: reference,
        pay_url: success_url,
        expires_at: new Date(begun_at.getTime() + transferLasts),
      };
    },
    async look({ reference }) {
      const named = readReference(reference);
      if (!named) throw new ProviderRefusedError('unknown');
      const { payment, lines } = await inTenant(database, named.tenant_id, async (transaction) => ({
        payment: await transaction
          .selectFrom('payments')
          .select('currency')
          .where('tenant_id', '=', named.tenant_id)
          .where('id', '=', named.id)
          .executeTakeFirst(),
        lines: await listTransfers(transaction, named.tenant_id, named.id),
      }));
      const captured = sumOf(lines.filter(({ direction }) => direction === 'in').map(({ amount }) => amount));
      return {
        state: captured > 0 ? 'captured' : 'begun',
        captured,
        currency: captured > 0 ? (payment?.currency ?? null) : null,
        fee: null,
        reason: null,
        refunds: lines
          .filter(({ direction }) => direction === 'out')
          .map(({ id, refund_id, amount }) => ({ provider_ref: id, refund_id, amount, state: 'done' })),
        disputes: [],
      };
    },
    // A person sends it; that it went is true once they recorded it.
    async refund(_payment, { id }) {
      return id;
    },
    async event() {
      throw new BadSignatureError('Banks send no events');
    },
  };
}
