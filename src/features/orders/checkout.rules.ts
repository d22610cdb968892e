import { paths } from '#contract/kit/paths.ts';
import type { Quote, TrackedOrder, WantedGift, WantedLine } from '#contract/orders/orders.schema.ts';

export const editionChoices = ['digital', 'print', 'both'] as const;
export type EditionChoice = (typeof editionChoices)[number];

/** What a buyer chose of one work. */
export interface Copies {
  edition: EditionChoice;
  /** 1 to 20, of each chosen edition. */
  quantity: number;
}

export const usualCopies: Copies = { edition: 'digital', quantity: 1 };

/** Lines of an order, in the order of the cart. */
export function wantedOf(
  workIds: readonly string[],
  copies: Readonly<Record<string, Copies | undefined>>,
): WantedLine[] {
  return workIds.flatMap((work_id) => {
    const { edition, quantity } = copies[work_id] ?? usualCopies;
    const editions = edition === 'both' ? (['digital', 'print'] as const) : [edition];
    return editions.map((each) => ({ work_id, edition: each, quantity }));
  });
}

/** As the query of a quote takes them. */
export function linesText(lines: readonly WantedLine[]): string {
  return lines.map(({ work_id, edition, quantity }) => `${work_id}:${edition}:${quantity}`).join(',');
}

/** As the query of a quote takes them. */
export function giftsText(gifts: readonly WantedGift[]): string {
  return gifts.map(({ cause_id, amount }) => `${cause_id}:${amount}`).join(',');
}

type Line = Quote['lines'][number];

export interface PriceChange {
  kind: Line['kind'];
  title: string;
  /** Minor units; null where the line is new. */
  before: number | null;
  /** Minor units; null where the line is gone. */
  after: number | null;
}

const keyOf = ({ kind, work, cause }: Line) => `${kind} ${work?.id ?? cause?.id ?? ''}`;

/** Lines that cost another amount now, are new or are gone. */
export function changesBetween(before: Quote, after: Quote): PriceChange[] {
  const earlier = new Map(before.lines.map((line) => [keyOf(line), line]));
  const later = new Map(after.lines.map((line) => [keyOf(line), line]));
  return [...new Set([...earlier.keys(), ...later.keys()])].flatMap((key) => {
    const [was, is] = [earlier.get(key), later.get(key)];
    const known = is ?? was;
    if (!known || (was?.amount === is?.amount && before.currency === after.currency)) return [];
    const { kind, title } = known;
    return [{ kind, title, before: was?.amount ?? null, after: is?.amount ?? null }];
  });
}

/** True where a buyer who agreed to one of them agreed to the other: the same lines, prices and shares. */
export function isSameOffer(one: Quote, other: Quote): boolean {
  const facts = ({ currency, total, lines, who_gets }: Quote) =>
    JSON.stringify([
      currency,
      total,
      lines,
      who_gets.map(({ party, cause, amount }) => [party, cause?.id, amount]),
    ]);
  return facts(one) === facts(other);
}

/**
 * The page to pay on; null for an address that no buyer is sent to. It is https, the page's own site, or a practice page of this
 * machine.
 */
export function payTarget(address: string, origin: string): string | null {
  if (!URL.canParse(address, origin)) return null;
  const url = new URL(address, origin);
  const isLoopback = /^(([\w-]+\.)*localhost|127(\.\d{1,3}){3}|\[::1\])$/u.test(url.hostname);
  const isAllowed =
    url.protocol === 'https:' || url.origin === origin || (url.protocol === 'http:' && isLoopback);
  return isAllowed ? url.href : null;
}

/** True where nothing is paid online: the order's own page says how. `target` is what `payTarget` made. */
export function isPageOfOrder(target: string, token: string, origin: string): boolean {
  return target === new URL(paths.trackOrder({ token }), origin).href;
}

/** How an order stands, for its buyer. */
export type Standing =
  | 'paid'
  | 'refunded'
  | 'waiting'
  | 'begun'
  | 'cancelled'
  | 'failed'
  | 'expired'
  | 'lapsed';

export function standingOf({ state, payment }: Pick<TrackedOrder, 'state' | 'payment'>): Standing {
  if (state === 'paid' || state === 'refunded') return state;
  // Captured on an order that is not paid is on its way to one of the two.
  if (payment?.state === 'waiting' || payment?.state === 'captured') return 'waiting';
  if (state === 'lapsed') return 'lapsed';
  return payment?.state ?? 'begun';
}

/** True while a buyer sends the money by themselves: the order is made, and no page to pay on is left. */
export const awaitsTransfer = ({ transfer }: Pick<TrackedOrder, 'transfer'>) => transfer !== null;

/** True where nothing is left to order of it: it is in no cart any more. */
export function isOrdered(order: Pick<TrackedOrder, 'state' | 'transfer'>): boolean {
  return order.state === 'paid' || order.state === 'refunded' || awaitsTransfer(order);
}

/** True where the server knows of no money that was taken, or may still be on its way. */
export function isUntouched(standing: Standing): boolean {
  return standing !== 'paid' && standing !== 'refunded' && standing !== 'waiting';
}
