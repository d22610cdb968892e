import * as v from 'valibot';
import { Day } from '../kit/day.ts';
import { Instant } from '../kit/id.ts';
import { Amount, BasisPoints, Currency } from '../kit/money.ts';

const documentTypes = ['order', 'donation', 'subscription', 'credit-note'] as const;
export const DocumentType = v.picklist(documentTypes);
export type DocumentType = v.InferOutput<typeof DocumentType>;

/** 22 characters for 128 random bits. */
export const DocumentToken = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9_-]{22}$/u, 'This is no number of a document'),
);

const Party = v.object({
  name: v.string(),
  /** Lines. */
  address: v.string(),
});

/** What stands in a document, frozen when it was issued. Amounts in minor units of its currency. */
export const DocumentBody = v.object({
  type: DocumentType,
  number: v.string(),
  issued_on: Day,
  order_number: v.string(),
  paid_on: v.nullable(Day),
  /** Of a credit note: what it takes back a part of. */
  corrects: v.nullable(v.object({ number: v.string(), issued_on: Day })),
  is_test: v.boolean(),
  seller: v.object({ ...Party.entries, tax_numbers: v.string() }),
  school: v.string(),
  buyer: v.object({ ...Party.entries, country: v.string() }),
  currency: Currency,
  lines: v.array(
    v.object({
      title: v.string(),
      /** Of a gift: the cause is the title. */
      kind: v.picklist(['digital', 'print', 'shipping', 'gift', 'plan']),
      quantity: v.number(),
      unit_price: Amount,
      amount: Amount,
      tax_rate_bp: BasisPoints,
      tax_name: v.string(),
      tax: Amount,
    }),
  ),
  taxes: v.array(v.object({ name: v.string(), rate_bp: BasisPoints, net: Amount, tax: Amount })),
  total: Amount,
});
export type DocumentBody = v.InferOutput<typeof DocumentBody>;

/** A document as it is shown; of the buyer only the country where it is not shown that it is theirs. */
export const ShownDocument = v.object({
  ...DocumentBody.entries,
  buyer: v.nullable(DocumentBody.entries.buyer),
  issued_at: Instant,
});
export type ShownDocument = v.InferOutput<typeof ShownDocument>;
