import type { Fulfilment } from '#contract/orders/orders.rules.ts';
import type { saleStates } from '#contract/orders/sold.schema.ts';

/** Whether something of a sale went back. */
export const saleStateWords: Readonly<Record<(typeof saleStates)[number], string>> = {
  kept: 'Paid',
  given_back: 'Given back, all or in part',
};

export const fulfilmentWords: Readonly<Record<Fulfilment, string>> = {
  ready: 'Ready',
  to_make: 'To make',
  made: 'Made',
  sent: 'Sent',
  delivered: 'Delivered',
  cannot_be_made: 'Cannot be made',
  withdrawn: 'Withdrawn',
};
