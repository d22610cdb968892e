import type { CardEnd, LoginCard } from '#contract/cards/cards.schema.ts';
import { sayDay, saySince } from '#src/ui/moments.ts';

export function usedInWords({ last_used_at }: LoginCard, now: Date): string {
  return last_used_at === null ? 'Not used yet' : `Last used ${sayDay(last_used_at, now)}`;
}

const ends: Record<CardEnd, string> = {
  card_replaced: 'Void since',
  class_replaced: 'Void with the whole class since',
  school_replaced: 'Void with the whole school since',
  not_printed: 'Not printed, void since',
};

export function stateInWords({ revoked_at, reason }: LoginCard, now: Date): string {
  if (revoked_at === null) return 'Good';
  return `${reason === null ? 'Void since' : ends[reason]} ${saySince(revoked_at, now)}`;
}

/** When the last of the cards that are good was printed; null where none is. */
export function lastPrinted(cards: readonly LoginCard[]): string | null {
  const good = cards.filter(({ revoked_at }) => revoked_at === null).map(({ printed_at }) => printed_at);
  return good.toSorted().at(-1) ?? null;
}
