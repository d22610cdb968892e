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

type Gift = Awaited<ReturnType<typeof repository.readGifts>>[number];

/** Who gave without a name. */
const nameless = 'A friend';

export type GivingCertificates = ReturnType<typeof createGivingCertificates>;

/** Certificates of gifts: issued in the transaction that makes an order paid, and withdrawn in the one that books a refund. */
export function createGivingCertificates() {
  /**
   * For each of these gifts of which something is left and that has no valid one.
   * @returns those that were issued
   */
  async function issue(
    transaction: TenantTransaction,
    { tenant_id, id }: OrderKey,
    { gifts, now }: { gifts: readonly Gift[]; now: Date },
  ): Promise<{ public_id: string; cause: string }[]> {
    const issued = [];
    for (const gift of gifts) {
      const { line_id, currency, left, cause, school, is_test, buyer_name } = gift;
      if (left === 0) continue;
      const made = newCertificate(tenant_id, now);
      const isNew = await repository.insertCertificate(transaction, {
        ...made,
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
      if (isNew) issued.push({ public_id: made.public_id, cause: cause.name });
    }
    return issued;
  }

  return {
    /** A purchase is never a donation: what a bought book gives to a cause has no certificate of the buyer's. */
    async issueForPaid(transaction: TenantTransaction, order: OrderKey, now: Date) {
      const gifts = await repository.readGifts(transaction, order.tenant_id, order.id);
      return await issue(transaction, order, { gifts, now });
    },

    /**
     * One that says more than is left of its gift is withdrawn; where something is left, a new one says so. A gift whose certificate
     * was withdrawn by a person gets none.
     */
    async withdrawForRefund(transaction: TenantTransaction, order: OrderKey, now: Date): Promise<void> {
      const { tenant_id, id } = order;
      const gifts = await repository.readGifts(transaction, tenant_id, id);
      const left = new Map(gifts.map((gift) => [gift.line_id, gift.left]));
      const withdrawn = new Set<string | null>();
      for (const row of await repository.listOfOrder(transaction, tenant_id, id)) {
        const { sums } = v.parse(CertificateFacts, row.facts);
        const isRight = row.line_id !== null && sums[0]?.raised === left.get(row.line_id);
        if (row.withdrawn_at !== null || isRight) continue;
        const reason = 'The gift was given back';
        if (await repository.markWithdrawn(transaction, row, { now, reason })) withdrawn.add(row.line_id);
      }
      await issue(transaction, order, { gifts: gifts.filter(({ line_id }) => withdrawn.has(line_id)), now });
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
