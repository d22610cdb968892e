import { moneyText } from '#contract/kit/money.ts';
import { writtenDay, type Day } from '#contract/kit/day.ts';
import type { Billing } from '#contract/subscriptions/subscriptions.schema.ts';
import { address, words } from '#server/platform/letter-words.ts';
import type { MailToSend } from '../mail/mail.outbox.ts';

const month = 30 * 24 * 60 * 60 * 1000;

interface DueOrder {
  plan_name: string;
  seats: number;
  currency: string;
  total: number;
  /** First day that it pays for, and the last one before. */
  period_start: Day;
  paid_until: Day;
  /** The last day on which nothing is refused. */
  grace_ends_on: Day;
  pay_url: string;
}

const to = ({ name, email }: Billing) => ({ name, address: email });
const greet = ({ name }: Billing) => words`Hello ${name},`;
const payIt = (href: string) => ({ label: words`Pay now`, href });
const sumOf = ({ total, currency }: DueOrder) => address(moneyText({ amount: total, currency }, 'en'));
const safe = words`All work of your students is safe, whatever happens with the plan.`;
const keepIt = words`Anyone with this link can see the order, so please keep it to yourself.`;

/** The next period is ordered. */
export function dueLetter(billing: Billing, order: DueOrder, now: Date): MailToSend {
  const { plan_name, seats, period_start, paid_until, pay_url } = order;
  return {
    kind: 'subscriptions.due',
    to: to(billing),
    subject: words`Your plan ${plan_name}: please pay by ${writtenDay(paid_until)}`,
    letter: {
      greeting: greet(billing),
      paragraphs: [
        words`From ${writtenDay(period_start)} your plan ${plan_name} costs ${sumOf(order)} for ${String(seats)} seats.`,
        words`Please pay by ${writtenDay(paid_until)}. The page of your order has the invoice too.`,
      ],
      action: payIt(pay_url),
      notes: [keepIt],
    },
    useful_until: new Date(now.getTime() + month),
  };
}

/** Days from the end of what is paid; negative before it. */
export function reminderLetter(billing: Billing, order: DueOrder & { day: number }, now: Date): MailToSend {
  const { plan_name, paid_until, grace_ends_on, pay_url, day } = order;
  const isBefore = day <= 0;
  return {
    kind: 'subscriptions.reminder',
    to: to(billing),
    subject: isBefore
      ? words`Your plan ${plan_name} ends on ${writtenDay(paid_until)}`
      : words`Your plan ${plan_name} is not paid yet`,
    letter: {
      greeting: greet(billing),
      paragraphs: [
        isBefore
          ? words`Your plan ${plan_name} is paid until ${writtenDay(paid_until)}. The next period costs ${sumOf(order)}.`
          : words`Your plan ${plan_name} was paid until ${writtenDay(paid_until)}. ${sumOf(order)} are due.`,
        words`Everything works until ${writtenDay(grace_ends_on)}. After that you cannot add people, files or books until it is paid.`,
        safe,
      ],
      action: payIt(pay_url),
      notes: [words`Have you paid already? Then you need not do anything.`, keepIt],
    },
    useful_until: new Date(now.getTime() + month),
  };
}

export function readOnlyLetter(
  billing: Billing,
  { plan_name, paid_until, pay_url }: Pick<DueOrder, 'plan_name' | 'paid_until'> & { pay_url: string },
  now: Date,
): MailToSend {
  return {
    kind: 'subscriptions.read_only',
    to: to(billing),
    subject: words`Your plan ${plan_name} has run out`,
    letter: {
      greeting: greet(billing),
      paragraphs: [
        words`Your plan ${plan_name} was paid until ${writtenDay(paid_until)}. From now on you cannot add people, files or books.`,
        safe,
        words`Students read and write as before. Once you pay, all works again at once.`,
      ],
      action: payIt(pay_url),
      notes: [keepIt],
    },
    useful_until: new Date(now.getTime() + month),
  };
}
