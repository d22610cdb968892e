import type { Quote } from '#contract/orders/orders.schema.ts';

/** What a line of an order is, beside its title. */
export const kindWords: Readonly<Record<Quote['lines'][number]['kind'], string>> = {
  digital: 'Digital',
  print: 'Printed',
  shipping: 'Sending it to you',
  gift: 'Gift',
  plan: 'Plan',
};
