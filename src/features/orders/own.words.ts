import type { DocumentType } from '#contract/invoices/invoices.schema.ts';
import { withdrawnRefundDays, type KeptReason } from '#contract/orders/orders.rules.ts';
import type { TrackedOrder } from '#contract/orders/orders.schema.ts';
import { lineStateWords } from './orders.words.ts';

type Line = TrackedOrder['lines'][number];

/** How far a line is, for its buyer; null where there is nothing to say. */
export function lineStateText({ fulfilment, back_because }: Line): string | null {
  if (fulfilment === null) return null;
  const isGivenBack = fulfilment === 'withdrawn' && back_because !== null && back_because !== 'withdrawn';
  return isGivenBack ? 'Given back' : lineStateWords[fulfilment];
}

/** Why a line cannot be given back. */
export const keptWords: Readonly<Record<KeptReason, string>> = {
  free: 'It cost nothing.',
  given_back: 'It was given back.',
  downloaded: 'It was downloaded, so it cannot be given back any more.',
  too_late: 'The 14 days to give it back are over.',
  passed_on: 'A gift can be given back for 24 hours.',
  made: 'It is printed, so it cannot be given back any more.',
  not_by_buyer: 'It goes back with the last printed book.',
};

/** What became of the money for an edition that is not on the shelf any more. `back`: what went or goes back of it. */
export function withdrawnText(
  { title, amount }: Pick<Line, 'title' | 'amount'>,
  back: string | null,
): string {
  const gone = `“${title}” is not in the library any more, so it cannot be downloaded.`;
  if (amount === 0) return `${gone} It cost nothing.`;
  return back === null
    ? `${gone} It was paid more than ${withdrawnRefundDays} days ago, so no money goes back.`
    : `${gone} ${back} goes back the way it was paid.`;
}

export const documentWords: Readonly<Record<DocumentType, string>> = {
  order: 'Receipt',
  donation: 'Receipt for your gift',
  subscription: 'Invoice',
  'credit-note': 'Credit note',
};
