import { moneyText } from '#contract/kit/money.ts';
import type { Fulfilment } from '#contract/orders/orders.rules.ts';
import type { FoundOrder, TaxRate } from '#contract/orders/seller.schema.ts';
import type { StaffOrder } from '#contract/orders/staff-orders.schema.ts';
import type { Finding, PaymentState, ProviderName } from '#contract/payments/payments.schema.ts';

export const providerNames: Readonly<Record<ProviderName, string>> = {
  stripe: 'Stripe',
  paypal: 'PayPal',
  phonepe: 'PhonePe',
  transfer: 'Bank transfer',
};

export const paymentStates: Readonly<Record<PaymentState, string>> = {
  begun: 'Begun',
  waiting: 'Waiting',
  captured: 'Paid',
  failed: 'Failed',
  cancelled: 'Cancelled',
  expired: 'Expired',
};

export const orderStates: Readonly<Record<FoundOrder['state'], string>> = {
  placed: 'Not paid yet',
  paid: 'Paid',
  lapsed: 'Not paid in time',
  refunded: 'Given back',
};

export const fulfilmentNames: Readonly<Record<Fulfilment, string>> = {
  ready: 'Ready',
  to_make: 'To make',
  made: 'Made',
  sent: 'Sent',
  delivered: 'Delivered',
  cannot_be_made: 'Cannot be made',
  withdrawn: 'Withdrawn',
};

export const lineKinds: Readonly<Record<StaffOrder['lines'][number]['kind'], string>> = {
  digital: 'Digital',
  print: 'Printed',
  shipping: 'Sending it',
  gift: 'Gift',
  plan: 'Plan',
};

export const taxedKindNames: Readonly<Record<TaxRate['kind'], string>> = {
  digital: 'Digital books',
  print: 'Printed books',
  shipping: 'Sending',
  plan: 'Plans',
};

type Refund = StaffOrder['payments'][number]['refunds'][number];

/** How far a refund is. A bank transfer is sent by a person. */
export function refundState({ state }: Pick<Refund, 'state'>, provider: ProviderName): string {
  if (state === 'done') return provider === 'transfer' ? 'Sent back' : 'Given back';
  if (state === 'failed') return 'Failed';
  return provider === 'transfer' ? 'To send back by bank' : 'On its way back';
}

const origins: Readonly<Record<string, string | undefined>> = {
  staff: 'By the platform',
  buyer: 'By the buyer',
  paid_twice: 'Paid twice',
  withdrawn: 'Not available any more',
  provider: 'Made at the provider',
  dispute: 'Dispute lost',
};

export const originText = (origin: string) => origins[origin] ?? origin.replaceAll('_', ' ');

const events: Readonly<Record<string, string | undefined>> = {
  placed: 'Ordered',
  paid: 'Paid',
  refunded: 'Money given back',
};

export const eventName = (kind: string) => events[kind] ?? kind.replaceAll('_', ' ');

const documents: Readonly<Record<StaffOrder['documents'][number]['type'], string>> = {
  order: 'Invoice',
  donation: 'Receipt for a gift',
  subscription: 'Invoice of a plan',
  'credit-note': 'Credit note',
};

export const documentName = (type: StaffOrder['documents'][number]['type']) => documents[type];

interface FindingWords {
  title: string;
  text: string;
}

/** What was found, and what it means. A kind that this version does not know is said as it is called. */
export function findingWords({ kind, facts }: Pick<Finding, 'kind' | 'facts'>): FindingWords {
  const { currency } = facts;
  const sum = (name: string) => {
    const amount = facts[name];
    if (typeof amount !== 'number') return '?';
    const text = (value: number) =>
      typeof currency === 'string' ? moneyText({ amount: value, currency }) : String(value);
    return amount < 0 ? `−${text(-amount)}` : text(amount);
  };
  switch (kind) {
    case 'payments.other_amount':
      return {
        title: 'Another amount came',
        text: `${sum('asked')} was asked for, ${sum('captured')} came. It is on no order.`,
      };
    case 'payments.refunded_too_much':
      return {
        title: 'More went back than was left',
        text: `${sum('amount')} went back at the provider, ${sum('left')} was left.`,
      };
    case 'payments.refund_failed':
      return { title: 'A refund failed', text: `The provider did not give ${sum('amount')} back.` };
    case 'payments.send_back':
      return {
        title: 'Send money back by bank',
        text: `Please send ${sum('amount')} back, then record it on the order’s page.`,
      };
    case 'payments.ledger_differs':
      return {
        title: 'The provider says another sum',
        text: `Our books have ${sum('ledger')} of a payment, the provider has ${sum('there')}.`,
      };
    case 'payments.books_differ':
      return {
        title: 'The books do not add up',
        text: `The account ${facts.account ?? ''} has ${sum('ledger')}, its payments add up to ${sum('expected')}.`,
      };
    case 'payments.payout_differs':
      return {
        title: 'A payout does not add up',
        text: `It is of ${sum('amount')}, its shares come to ${sum('shares')}, ${sum('transferred')} was transferred.`,
      };
    case 'causes.sums_differ':
      return {
        title: 'What a cause raised does not add up',
        text: `The transfers come to ${sum('ledger')} ${facts.account ?? ''}, ${sum('expected')} was told. It is added up again.`,
      };
    case 'payments.unknown_there':
      return {
        title: 'The provider does not know a payment',
        text: `It was paid here. The provider answers: ${facts.reason ?? ''}`,
      };
    default: {
      const plain = kind.replace(/^\w+\./u, '').replaceAll('_', ' ');
      return { title: plain.charAt(0).toUpperCase() + plain.slice(1), text: '' };
    }
  }
}
