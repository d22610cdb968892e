import { moneyText } from '#contract/kit/money.ts';
import type { ProviderName } from '#contract/payments/payments.schema.ts';
import type { Fulfilment } from '#contract/orders/orders.rules.ts';
import type { Quote, TrackedOrder } from '#contract/orders/orders.schema.ts';
import { kindWords } from '#src/lib/line-kinds.ts';
import type { EditionChoice, PriceChange, Standing } from './checkout.rules.ts';

/** Who takes the money, as a buyer knows it. */
export const providerWords: Readonly<Record<ProviderName, string>> = {
  stripe: 'Stripe',
  paypal: 'PayPal',
  phonepe: 'PhonePe',
  transfer: 'your bank transfer',
};

/** What a button says that pays: "Pay €12.00 with PayPal". */
export function payLabel(provider: ProviderName, money: { amount: number; currency: string }): string {
  if (provider === 'transfer') return 'Pay by bank transfer';
  const sum = moneyText(money);
  return provider === 'stripe' ? `Pay ${sum} by card` : `Pay ${sum} with ${providerWords[provider]}`;
}

export const editionWords: Readonly<Record<EditionChoice, string>> = {
  digital: 'Digital',
  print: 'Printed',
  both: 'Digital and printed',
};

/** "Greenfield Primary", "Tax": who gets a part of a price. */
export function partyName(
  { party, cause }: Quote['who_gets'][number],
  { school, seller }: { school: string; seller: string },
): string {
  if (party === 'cause') return cause?.name ?? 'The cause';
  return { school, platform: seller, tax: 'Tax' }[party];
}

/** What happened to a line since it was shown: "The hen: €4.00 before, €5.00 now". */
export function changeWords({ kind, title, before, after }: PriceChange, currency: string): string {
  const what = kind === 'shipping' ? kindWords.shipping : `${title} (${kindWords[kind].toLowerCase()})`;
  const text = (amount: number) => moneyText({ amount, currency });
  if (after === null) return `${what}: cannot be bought any more`;
  if (before === null) return `${what}: ${text(after)}, new`;
  return `${what}: ${text(before)} before, ${text(after)} now`;
}

export const leftOutWords: Readonly<Record<Quote['left_out'][number]['why'], string>> = {
  not_there: 'This one is not on the shelf any more.',
  not_for_sale: 'Not for sale',
  not_printed: 'Not printed. Please choose digital.',
};

/** How far a line is, for its buyer. */
export const lineStateWords: Readonly<Record<Fulfilment, string>> = {
  ready: 'Ready',
  to_make: 'The school will make it',
  made: 'Made. The school will send it or hand it over',
  sent: 'Sent',
  delivered: 'Delivered',
  cannot_be_made: 'It cannot be made. Your money goes back',
  withdrawn: 'Not in the library any more. Your money goes back',
};

const eventWords: Readonly<Record<string, string | undefined>> = {
  placed: 'Ordered',
  paid: 'Paid',
  refunded: 'Money given back',
  lapsed: 'Not paid in time',
  made: 'Made',
  sent: 'Sent',
  delivered: 'Delivered',
  cannot_be_made: 'A book cannot be made',
  withdrawn: 'A book was taken off the shelf',
};

/** What happened to an order. A kind that this version does not know is said as it is called. */
export function eventText(kind: string): string {
  const plain = kind.replaceAll('_', ' ');
  return eventWords[kind] ?? plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** How an order stands, in its title. */
export function standingText(standing: Standing, { payment }: Pick<TrackedOrder, 'payment'>): string {
  // No bank is asked: it stays begun until the money has come.
  if (standing === 'begun' && payment?.provider === 'transfer')
    return 'We are waiting for your bank transfer.';
  const provider = payment ? providerWords[payment.provider] : 'the payment';
  const words: Readonly<Record<Standing, string>> = {
    paid: 'Paid. Thank you!',
    refunded: 'Your money was given back',
    waiting: `We are waiting for ${provider}.`,
    begun: 'Not paid yet',
    cancelled: 'You cancelled. Not paid yet',
    failed: 'The payment did not work. Not paid yet',
    expired: 'The payment took too long. Not paid yet',
    lapsed: 'Not paid in time. The order is over',
  };
  return words[standing];
}
