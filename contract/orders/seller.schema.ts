import * as v from 'valibot';
import { typedDay } from '../kit/day.ts';
import { isCountryCode } from '../kit/countries.ts';
import { Id } from '../kit/id.ts';
import { BasisPoints } from '../kit/money.ts';
import { keyedPageQuery } from '../kit/page.ts';
import { line, lines } from '../kit/text.ts';
import { ListedOrder } from './staff-orders.schema.ts';

/** Who sells: the platform, for all schools. Empty texts before it said so. */
export const Seller = v.object({
  name: v.string(),
  /** Lines. */
  address: v.string(),
  /** Such as a VAT number, a line each. */
  tax_numbers: v.string(),
  /** The platform's part of what is left of a price after tax. */
  platform_bp: BasisPoints,
});
export type Seller = v.InferOutput<typeof Seller>;

export const SellerForm = v.object({
  name: line({ required: 'Please enter the seller’s name', maximum: 200, label: 'name' }),
  address: v.pipe(lines(500, 'address'), v.nonEmpty('Please enter the seller’s address')),
  tax_numbers: lines(500, 'tax numbers'),
  platform_bp: BasisPoints,
});
export type SellerForm = v.InferOutput<typeof SellerForm>;

export const taxedKinds = ['digital', 'print', 'shipping', 'plan'] as const;

export const TaxRate = v.object({
  /** ISO 3166-1 alpha-2, of the buyer. */
  country: v.pipe(v.string('Please choose a country'), v.check(isCountryCode, 'Please choose a country')),
  kind: v.picklist(taxedKinds, 'Please choose what is taxed'),
  rate_bp: BasisPoints,
  /** Such as VAT or GST. */
  name: line({ required: 'Please enter the tax’s name', maximum: 40, label: 'name' }),
  from_date: typedDay('Please enter a date'),
});
export type TaxRate = v.InferOutput<typeof TaxRate>;

/** An order in the list of all schools. */
export const FoundOrder = v.object({
  ...ListedOrder.entries,
  tenant: v.object({ id: Id, school_name: v.string() }),
});
export type FoundOrder = v.InferOutput<typeof FoundOrder>;

export const OrderQuery = v.object({
  ...keyedPageQuery({ maximum: 100 }).entries,
  tenant_id: v.optional(Id),
  state: v.optional(ListedOrder.entries.state),
  /** How a number begins, or a whole e-mail address. */
  search: v.optional(line({ maximum: 254, label: 'search' }), ''),
});
export type OrderQuery = v.InferOutput<typeof OrderQuery>;
