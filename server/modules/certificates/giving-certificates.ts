import * as v from 'valibot';
import { CertificateFacts, type OrderCertificate } from '#contract/certificates/certificates.schema.ts';
import { dayOf } from '#contract/kit/day.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import { newCertificate } from './new-certificate.ts';
import * as repository from './certificates.repository.ts';

interface OrderKey {
  tenant_id: string;
  id: string;
}

/** Who gave without a name. */
const nameless = 'A friend';

export type GivingCertificates = ReturnType<typeof createGivingCertificates>;

/** Certificates of gifts: issued in the transaction that makes an order paid, and withdrawn in the one that books a refund. */
export function createGivingCertificates() {
  /** For each gift of which something is left and that has no valid one. */
  async function issue(
    transaction: TenantTransaction,
    { tenant_id, id }: OrderKey,
    now: Date,
  ): Promise<void> {
    for (const gift of await repository.readGifts(transaction, tenant_id, id)) {
      const { line_id, currency, left, cause, school, is_test, buyer_name } = gift;
      if (left === 0) continue;
      await repository.insertCertificate(transaction, {
        ...newCertificate(tenant_id, now),
        kind: 'giving',
        name: buyer_name || nameless,
        facts: {
          school,
          cause,
          title: null,
          sums: [{ currency, raised: left, copies: 1 }],
          issued_on: dayOf(now),
          is_test,
        },
        order_id: id,
        line_id,
      });
    }
  }

  return {
    /** A purchase is never a donation: what a bought book gives to a cause has no certificate of the buyer's. */
    issueForPaid: issue,

    /** One that says more than is left of its gift is withdrawn; where something is left, a new one says so. */
    async withdrawForRefund(transaction: TenantTransaction, order: OrderKey, now: Date): Promise<void> {
      const { tenant_id, id } = order;
      const gifts = await repository.readGifts(transaction, tenant_id, id);
      const left = new Map(gifts.map((gift) => [gift.line_id, gift.left]));
      let isAnyWithdrawn = false;
      for (const row of await repository.listOfOrder(transaction, tenant_id, id)) {
        const { sums } = v.parse(CertificateFacts, row.facts);
        const isRight = row.line_id !== null && sums[0]?.raised === left.get(row.line_id);
        if (row.withdrawn_at !== null || isRight) continue;
        await repository.markWithdrawn(transaction, row, { now, reason: 'The gift was given back' });
        isAnyWithdrawn = true;
      }
      if (isAnyWithdrawn) await issue(transaction, order, now);
    },

    /** For who shows that the order is theirs: a certificate has their name. */
    async list(
      transaction: TenantTransaction,
      tenantId: string,
      orderId: string,
    ): Promise<OrderCertificate[]> {
      const rows = await repository.listOfOrder(transaction, tenantId, orderId);
      return rows.map(({ public_id, facts, withdrawn_at }) => ({
        public_id,
        cause: v.parse(CertificateFacts, facts).cause.name,
        is_withdrawn: withdrawn_at !== null,
      }));
    },
  };
}
