import { dayOf, writtenDay } from '#contract/kit/day.ts';
import { moneyText } from '#contract/kit/money.ts';
import type { TransferDetails } from '#contract/payments/payments.schema.ts';
import { address, words } from '#server/platform/letter-words.ts';
import type { MailToSend } from '../mail/mail.outbox.ts';

const month = 30 * 24 * 60 * 60 * 1000;

interface Told {
  number: string;
  currency: string;
  total: number;
  buyer_name: string | null;
  buyer_email: string | null;
}

const usefulUntil = (now: Date) => new Date(now.getTime() + month);
const textOf = (order: Told, amount: number) =>
  address(moneyText({ amount, currency: order.currency }, 'en'));
const toBuyer = ({ buyer_name, buyer_email }: Told) => ({
  name: buyer_name ?? '',
  address: buyer_email ?? '',
});
const greet = ({ buyer_name }: Told) => (buyer_name ? words`Hello ${buyer_name},` : words`Hello,`);

const followIt = (href: string) => ({ label: words`Look at your order`, href });

export function paidLetter(
  order: Told,
  facts: {
    titles: readonly string[];
    trackUrl: string;
    hasPrint: boolean;
    /** Of gifts. */
    certificates: readonly { cause: string; url: string }[];
    now: Date;
  },
): MailToSend {
  const { titles, trackUrl, hasPrint, certificates, now } = facts;
  return {
    kind: 'orders.paid',
    to: toBuyer(order),
    subject: words`Thank you for your order ${order.number}`,
    letter: {
      greeting: greet(order),
      paragraphs: [
        words`Thank you. We have your payment of ${textOf(order, order.total)} for ${titles.join(', ')}.`,
        hasPrint
          ? words`The school makes the printed books and sends them. Your order’s page says how far they are.`
          : words`Your order’s page has what you bought, and says who gets what of your money.`,
        ...certificates.map(({ cause, url }) => ({
          sent: words`Your certificate for your gift to ${cause}: ${address(url)} Anyone with this link sees your name on it.`,
          shown: words`Your certificate for your gift to ${cause}.`,
        })),
      ],
      action: followIt(trackUrl),
      notes: [words`Anyone with this link can see the order, so please keep it to yourself.`],
    },
    useful_until: usefulUntil(now),
  };
}

/** Where to send the money of an order, until when, and with which words. */
export function transferLetter(
  order: Told,
  facts: { details: TransferDetails; until: Date; trackUrl: string; now: Date },
): MailToSend {
  const { details, until, trackUrl, now } = facts;
  const { holder, bank, account, code } = details;
  const labelled = [
    ['Account holder', holder],
    ['Bank', bank],
    ['IBAN or account number', account],
    ['Bank code', code],
  ] as const;
  return {
    kind: 'orders.transfer',
    to: toBuyer(order),
    subject: words`How to pay your order ${order.number}`,
    letter: {
      greeting: greet(order),
      paragraphs: [
        words`Thank you for your order. Please send ${textOf(order, order.total)} by bank transfer.`,
        ...labelled.flatMap(([label, value]) => (value === '' ? [] : [words`${label}: ${value}`])),
        ...details.words
          .split('\n')
          .filter((each) => each !== '')
          .map((each) => words`${each}`),
        words`Reference: ${details.reference}`,
        words`Please give this reference, so that we know that the money is for your order. We wait for it until ${writtenDay(dayOf(until))}.`,
      ],
      action: followIt(trackUrl),
      notes: [words`Anyone with this link can see the order, so please keep it to yourself.`],
    },
    useful_until: usefulUntil(now),
  };
}

export function refundedLetter(
  order: Told,
  facts: {
    amount: number;
    why: 'paid_twice' | 'withdrawn' | 'plan_withdrawn' | null;
    trackUrl: string;
    now: Date;
  },
): MailToSend {
  const { amount, why, trackUrl, now } = facts;
  const reasons = {
    paid_twice: words`This order was paid twice, so one payment goes back to you.`,
    withdrawn: words`A book of your order is not in the library any more, so its price goes back to you.`,
    plan_withdrawn: words`Your plan has changed or ended since this order was placed, so your money goes back to you.`,
  };
  return {
    kind: 'orders.refunded',
    to: toBuyer(order),
    subject: words`Your money for order ${order.number}`,
    letter: {
      greeting: greet(order),
      paragraphs: [
        ...(why === null ? [] : [reasons[why]]),
        words`We gave ${textOf(order, amount)} back the way it was paid. It can take some days until your bank shows it.`,
      ],
      action: followIt(trackUrl),
      notes: [],
    },
    useful_until: usefulUntil(now),
  };
}

export function codeLetter(order: Told, { code, now }: { code: string; now: Date }): MailToSend {
  return {
    kind: 'orders.code',
    to: toBuyer(order),
    subject: words`Your code for order ${order.number}`,
    letter: {
      greeting: greet(order),
      paragraphs: [
        {
          sent: words`Your code is ${code}. Type it on the page of your order ${order.number}.`,
          shown: words`A code to type on the page of your order ${order.number}.`,
        },
      ],
      action: null,
      notes: [
        words`It is good for ten minutes.`,
        words`Did you not ask for it? Then you need not do anything.`,
      ],
    },
    useful_until: new Date(now.getTime() + 10 * 60_000),
  };
}
