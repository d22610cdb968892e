import { Problem } from '../kit/problem.ts';
import type { Role } from '../kit/roles.ts';
import { orderProblems } from './orders.problems.ts';
import { sumOf, type Party, type Shares } from './shares.rules.ts';

/** Copies of one edition in an order, and lines of an order. */
export const copiesPerLine = 20;
export const linesPerOrder = 100;
/** Hours that an order of a shop waits for its money. */
export const orderHours = 24;
/** Minutes that what was shown holds. */
export const quoteMinutes = 30;
/** The words that a buyer agreed to; changed with the terms of use or the refund policy. */
export const termsVersion = '2026-11';

/** How a line of an order began and where it can go. A digital edition is there at once; a printed one is made. */
export const fulfilments = [
  'ready',
  'to_make',
  'made',
  'sent',
  'delivered',
  'cannot_be_made',
  'withdrawn',
] as const;
export type Fulfilment = (typeof fulfilments)[number];

/** What the school's staff can do next with a printed book. */
export const nextFulfilments: Readonly<Record<Fulfilment, readonly Fulfilment[]>> = {
  ready: [],
  to_make: ['made', 'cannot_be_made'],
  made: ['sent', 'delivered'],
  sent: ['delivered'],
  delivered: [],
  cannot_be_made: [],
  withdrawn: [],
};

/** A child buys nothing and learns of no buyer (law 10). @throws Problem `orders.ask_grown_up` */
export function refuseChild(caller: { readonly role: Role } | null): void {
  if (caller?.role === 'student') throw new Problem(orderProblems.ask_grown_up);
}

const day = 24 * 60 * 60 * 1000;
/** Days in which a buyer gives back what was not downloaded, and hours for a gift. */
const returnDays = 14;
const giftReturnHours = 24;

/** Whether a buyer may give a line back by themselves; the platform's staff can give back more. */
export function mayBeReturned(
  line: { kind: string; fulfilment: Fulfilment | null; downloaded_at: Date | null },
  paid_at: Date,
  now: Date,
): boolean {
  const age = now.getTime() - paid_at.getTime();
  if (line.kind === 'gift') return age < giftReturnHours * 60 * 60 * 1000;
  if (line.kind === 'print') return line.fulfilment === 'to_make';
  return (
    line.kind === 'digital' &&
    line.fulfilment === 'ready' &&
    line.downloaded_at === null &&
    age < returnDays * day
  );
}

/** Who gets how much of several lines: each cause by itself, in the order in which they come first. */
export function whoGets<Cause extends { id: string }>(
  lines: readonly { shares: Shares; cause: Cause | null }[],
): { party: Party; cause: Cause | null; amount: number }[] {
  const causes = new Map(lines.flatMap(({ cause }) => (cause ? [[cause.id, cause] as const] : [])));
  const ofCauses = [...causes.values()].map((cause) => ({
    party: 'cause' as const,
    cause,
    amount: sumOf(lines.filter((line) => line.cause?.id === cause.id).map(({ shares }) => shares.cause)),
  }));
  const others = (['school', 'platform', 'tax'] as const).map((party) => ({
    party,
    cause: null,
    amount: sumOf(lines.map(({ shares }) => shares[party])),
  }));
  return [...ofCauses, ...others].filter(({ amount }) => amount > 0);
}
