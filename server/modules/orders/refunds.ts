import type { TenantTransaction } from '#server/platform/database.ts';

/** What orders need of refunds. */
export interface Refunds {
  /** Whether this order was asked for it already. @throws Problem `orders.id_taken` where it is of another one */
  isAsked(
    transaction: TenantTransaction,
    tenantId: string,
    refund: { id: string; orderId: string },
  ): Promise<boolean>;
  /** @throws Problem `orders.not_found`, `orders.not_ready`, `orders.more_than_paid`, `orders.id_taken` */
  ask(
    transaction: TenantTransaction,
    tenantId: string,
    refund: {
      orderId: string;
      id: string;
      /** Null: all that is left of a line. */
      lines: readonly { line_id: string; amount: number | null }[];
      origin: 'staff' | 'buyer' | 'withdrawn';
      reason: string;
      asked_by: string | null;
      now: Date;
    },
  ): Promise<void>;
}
