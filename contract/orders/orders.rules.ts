import { Problem } from '../kit/problem.ts';
import type { Role } from '../kit/roles.ts';
import { orderProblems } from './orders.problems.ts';
import { sumOf, type Party, type Shares } from './shares.rules.ts';

/** Copies of one edition in an order, and lines of an order. */
export const copiesPerLine = 20;
export const linesPerOrder = 100;
/** Hours that an order of a shop waits for its money. */
export const orderHours = 24;
/** Days that an order waits for a bank transfer. */
export const transferDays = 14;
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

/** Days after paying in which the price of an edition goes back where its work is not on the shelf any more. */
export const withdrawnRefundDays = 60;

/** Why a buyer cannot give a line back by themselves. */
export const keptReasons = [
  /** It cost nothing. */
  'free',
  /** Its money went back, or is on its way. */
  'given_back',
  'downloaded',
  /** The days for it are over. */
  'too_late',
  /** The hours for a gift are over. */
  'passed_on',
  /** A printed book that is made. */
  'made',
  /** Sending and plans. */
  'not_by_buyer',
] as const;
export type KeptReason = (typeof keptReasons)[number];

interface ReturnedLine {
  kind: string;
  fulfilment: Fulfilment | null;
  downloaded_at: Date | null;
}

/** Why a buyer may not give a line back; null where they may. The platform's staff can give back more. */
export function whyKept(
  { kind, fulfilment, downloaded_at }: ReturnedLine,
  paid_at: Date,
  now: Date,
): KeptReason | null {
  const age = now.getTime() - paid_at.getTime();
  if (kind === 'gift') return age < giftReturnHours * 60 * 60 * 1000 ? null : 'passed_on';
  if (kind !== 'print' && kind !== 'digital') return 'not_by_buyer';
  if (fulfilment === 'withdrawn' || fulfilment === 'cannot_be_made') return 'given_back';
  if (kind === 'print') return fulfilment === 'to_make' ? null : 'made';
  if (downloaded_at !== null) return 'downloaded';
  return fulfilment === 'ready' && age < returnDays * day ? null : 'too_late';
}

/** Whether a buyer may give a line back by themselves. */
export function mayBeReturned(line: ReturnedLine, paid_at: Date, now: Date): boolean {
  return whyKept(line, paid_at, now) === null;
}

interface GivenLine {
  id: string;
  kind: string;
  amount: number;
  refunded: number;
  going_back: number;
  fulfilment: Fulfilment | null;
}

/** Minor units of a line that did not go back and are not on their way. */
export const leftOfLine = ({ amount, refunded, going_back }: Omit<GivenLine, 'id' | 'kind' | 'fulfilment'>) =>
  amount - refunded - going_back;

/** What goes back with chosen lines of an order: with its last printed book also what sending it cost. */
export function linesGivenBack<Line extends GivenLine>(
  lines: readonly Line[],
  chosen: ReadonlySet<string>,
): Line[] {
  const isOver = ({ id, fulfilment }: Line) =>
    chosen.has(id) || fulfilment === 'withdrawn' || fulfilment === 'cannot_be_made';
  const printed = lines.filter(({ kind }) => kind === 'print');
  const isLast = printed.some(({ id }) => chosen.has(id)) && printed.every(isOver);
  return lines.filter(
    (line) => leftOfLine(line) > 0 && (chosen.has(line.id) || (isLast && line.kind === 'shipping')),
  );
}

/** Whether the price of an edition goes back because its work is not on the shelf any more. */
export function isRefundedWhereWithdrawn(paid_at: Date, now: Date): boolean {
  return now.getTime() - paid_at.getTime() < withdrawnRefundDays * day;
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
