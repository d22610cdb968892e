import type { DocumentBody, DocumentType } from '#contract/invoices/invoices.schema.ts';
import { writtenDay } from '#contract/kit/day.ts';

export const documentTitles: Readonly<Record<DocumentType, string>> = {
  order: 'Receipt',
  donation: 'Receipt for a gift',
  subscription: 'Invoice',
  'credit-note': 'Credit note',
};

const kinds: Readonly<Record<DocumentBody['lines'][number]['kind'], string>> = {
  digital: 'Digital',
  print: 'Printed',
  shipping: 'Sending',
  gift: 'Gift',
  plan: 'Plan',
};

/** What a line of a document is: "The hen, digital". */
export function lineText({ kind, title }: Pick<DocumentBody['lines'][number], 'kind' | 'title'>): string {
  return kind === 'shipping' ? kinds.shipping : `${title}, ${kinds[kind].toLowerCase()}`;
}

/** 1900 → "19 %". */
export function rateText(rate_bp: number): string {
  return `${new Intl.NumberFormat('en', { maximumFractionDigits: 2 }).format(rate_bp / 100)} %`;
}

/** What stands above the lines: number, dates, and what a credit note takes back. */
export function factsOf(document: Omit<DocumentBody, 'buyer'>): { term: string; text: string }[] {
  const { type, number, issued_on, order_number, paid_on, corrects } = document;
  return [
    { term: 'Number', text: number },
    { term: 'Date', text: writtenDay(issued_on) },
    { term: 'Order', text: order_number },
    ...(paid_on !== null && type !== 'credit-note' ? [{ term: 'Paid on', text: writtenDay(paid_on) }] : []),
    ...(corrects
      ? [{ term: 'Corrects', text: `${corrects.number} of ${writtenDay(corrects.issued_on)}` }]
      : []),
  ];
}

/** What stands under the sum. */
export function closingText({ type, school }: Pick<DocumentBody, 'type' | 'school'>): string {
  if (type === 'donation')
    return `Thank you for your gift, made at ${school}. You get nothing for it in return.`;
  if (type === 'credit-note') return `This sum goes back the way it was paid. Bought at ${school}.`;
  return type === 'subscription' ? `Plan of ${school}.` : `Bought at ${school}. Thank you!`;
}

/** Only taxes that are some: a gift has none. */
export function taxesOf({ taxes }: Pick<DocumentBody, 'taxes'>): DocumentBody['taxes'] {
  return taxes.filter(({ rate_bp, tax }) => rate_bp > 0 || tax > 0);
}
