import { foldForSearch, wordsIn } from '#contract/kit/fold.ts';
import type { OfferedQuery } from '#contract/offers/offers.schema.ts';

export interface WaitingOffer {
  id: string;
  title: string;
  credit: string;
  language: string;
  name: string;
  email: string;
  handed_in_at: Date;
}

const collator = new Intl.Collator('en', { numeric: true });

type Order = (a: WaitingOffer, b: WaitingOffer) => number;

const byDay: Order = (a, b) => a.handed_in_at.getTime() - b.handed_in_at.getTime();
const byTitle: Order = (a, b) => collator.compare(a.title, b.title);
const byName: Order = (a, b) => collator.compare(a.name, b.name);
const reversed =
  (order: Order): Order =>
  (a, b) =>
    order(b, a);

const orders: Readonly<Record<OfferedQuery['sort'], Order>> = {
  handed_in_at: byDay,
  '-handed_in_at': reversed(byDay),
  title: byTitle,
  '-title': reversed(byTitle),
  name: byName,
  '-name': reversed(byName),
};

function matches({ title, credit, name, email }: WaitingOffer, search: string): boolean {
  if (search === '') return true;
  const words = wordsIn(foldForSearch(search));
  const text = foldForSearch([title, credit, name, email].join(' '));
  return words.length > 0 && words.every((word) => text.includes(word));
}

/** The books that a search and a filter leave, in the order that is asked for; those alike stay as they come. */
export function findWaiting<Offer extends WaitingOffer>(
  offers: readonly Offer[],
  { search, language, sort }: Pick<OfferedQuery, 'search' | 'language' | 'sort'>,
): Offer[] {
  return offers
    .filter((offer) => (language === undefined || offer.language === language) && matches(offer, search))
    .toSorted(orders[sort]);
}
