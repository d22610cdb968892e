import { orderHours, transferDays } from '#contract/orders/orders.rules.ts';
import type { ProviderName } from '#contract/payments/payments.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import type { MailOutbox } from '../mail/mail.outbox.ts';
import type { Paying } from '../payments/paying.service.ts';
import { transferLetter } from './orders.letters.ts';
import { extendOrder } from './orders.repository.ts';

const hour = 60 * 60 * 1000;

/** When an order is over that nobody paid: a bank needs days. */
export function lapseOf(provider: ProviderName | null, now: Date): Date {
  const hours = provider === 'transfer' ? transferDays * 24 : orderHours;
  return new Date(now.getTime() + hours * hour);
}

interface AwaitedOrder {
  id: string;
  number: string;
  token: string;
  origin: string;
  currency: string;
  total: number;
  buyer_name: string | null;
  buyer_email: string | null;
}

export type AwaitTransfer = ReturnType<typeof createAwaitTransfer>;

/** Makes an order wait for a bank transfer, and tells its buyer where to send the money. */
export function createAwaitTransfer(options: {
  outbox: MailOutbox;
  payments: Pick<Paying, 'transferDetails'>;
}) {
  const { outbox, payments } = options;
  return async (
    transaction: TenantTransaction,
    { tenantId, order, now }: { tenantId: string; order: AwaitedOrder; now: Date },
  ): Promise<void> => {
    const until = lapseOf('transfer', now);
    await extendOrder(transaction, tenantId, { id: order.id, lapses_at: until });
    const details = await payments.transferDetails(transaction, order);
    if (details === null || order.buyer_email === null) return;
    const trackUrl = `${order.origin}/trackorder/${order.token}`;
    await outbox.add(transaction, tenantId, transferLetter(order, { details, until, trackUrl, now }), {
      now,
    });
  };
}
