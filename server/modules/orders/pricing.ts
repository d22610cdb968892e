import { createHash } from 'node:crypto';
import type { Cause } from '#contract/causes/causes.schema.ts';
import { dayOf } from '#contract/kit/day.ts';
import type { PricedLine, Quote, WantedGift, WantedLine } from '#contract/orders/orders.schema.ts';
import {
  sharesOfGift,
  sharesOfGoods,
  sharesOfShipping,
  sumOf,
  type Shares,
} from '#contract/orders/shares.rules.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import type { findForSale, WorkForSale } from '../works/for-sale.ts';
import type { Reader } from '../works/reader.ts';
import * as repository from './shop.repository.ts';
import type { ShopRow, TaxRate } from './shop.repository.ts';

/** Works that a reader finds on the shelf, with how they are sold. */
export type FindForSale = typeof findForSale;

/** A line with whose each unit of it will be. */
export interface Line extends PricedLine {
  shares: Shares;
  /** Of a plan. */
  subscription_id?: string;
}

export interface Priced {
  currency: string;
  lines: Line[];
  total: number;
  left_out: Quote['left_out'];
  editions: Quote['editions'];
}

export interface Wanted {
  lines: readonly WantedLine[];
  gifts: readonly WantedGift[];
  /** ISO 3166-1 alpha-2. */
  country: string;
}

interface Context {
  shop: ShopRow;
  platform_bp: number;
  rates: readonly TaxRate[];
  causes: ReadonlyMap<string, Cause>;
  works: ReadonlyMap<string, WorkForSale>;
}

const noTax = { rate_bp: 0, name: '' };
const taxOf = ({ rates }: Context, kind: TaxRate['kind']) =>
  rates.find((rate) => rate.kind === kind) ?? noTax;

function priceOf({ shop }: Context, work: WorkForSale, edition: WantedLine['edition']): number | null {
  if (edition === 'digital') return work.digital_price ?? shop.digital_price;
  return shop.print_price === null ? null : (work.print_price ?? shop.print_price);
}

function goodsOf(context: Context, wanted: WantedLine): Line | Quote['left_out'][number] {
  const { shop, works, causes, platform_bp } = context;
  const { work_id, edition, quantity } = wanted;
  const leave = (why: Quote['left_out'][number]['why']) => ({ work_id, edition, why });
  const work = works.get(work_id);
  if (!work) return leave('not_there');
  if (!work.is_for_sale) return leave('not_for_sale');
  const unit_price = priceOf(context, work, edition);
  if (unit_price === null) return leave('not_printed');
  const cause = causes.get(work.cause_id ?? '') ?? causes.get(shop.default_cause_id ?? '');
  // Neither is open: there is nobody whom the rest of the money could go to.
  if (!cause) return leave('not_for_sale');
  const gross = unit_price * quantity;
  const rate = taxOf(context, edition);
  const shares = sharesOfGoods({
    gross,
    tax_rate_bp: rate.rate_bp,
    platform_bp,
    school_bp: shop.school_bp,
    print_cost: edition === 'print' ? shop.print_cost * quantity : 0,
  });
  const { id, kind, slug, byline } = work;
  return {
    kind: edition,
    work: { id, kind, slug, byline },
    cause,
    title: work.title,
    quantity,
    unit_price,
    amount: gross,
    tax: { ...rate, amount: shares.tax },
    shares,
  };
}

const withoutWork = { work: null, quantity: 1 } as const;

function giftOf({ causes }: Context, { cause_id, amount }: WantedGift): Line[] {
  const cause = causes.get(cause_id);
  if (!cause) return [];
  return [
    {
      ...withoutWork,
      kind: 'gift',
      cause,
      title: cause.name,
      unit_price: amount,
      amount,
      tax: { ...noTax, amount: 0 },
      shares: sharesOfGift(amount),
    },
  ];
}

/** One price for sending, however many books are printed. */
function shippingOf(context: Context, goods: readonly Line[]): Line[] {
  const { shipping_price } = context.shop;
  if (shipping_price === 0 || !goods.some(({ kind }) => kind === 'print')) return [];
  const rate = taxOf(context, 'shipping');
  const shares = sharesOfShipping(shipping_price, rate.rate_bp);
  return [
    {
      ...withoutWork,
      kind: 'shipping',
      cause: null,
      title: 'Shipping',
      unit_price: shipping_price,
      amount: shipping_price,
      tax: { ...rate, amount: shares.tax },
      shares,
    },
  ];
}

/** Prices of what is wanted, as of a day; null where the shop is closed. */
export async function price(
  transaction: TenantTransaction,
  tenantId: string,
  wanted: Wanted & { reader: Reader; now: Date },
  findWorks: FindForSale,
): Promise<Priced | null> {
  const shop = await repository.findShop(transaction, tenantId);
  if (!shop?.is_open) return null;
  const { reader, country, now } = wanted;
  const { platform_bp } = await repository.findSeller(transaction);
  const ids = [...new Set(wanted.lines.map(({ work_id }) => work_id))];
  const works = await findWorks(transaction, tenantId, { reader, ids });
  const causeIds = [
    ...works.map(({ cause_id }) => cause_id),
    ...wanted.gifts.map(({ cause_id }) => cause_id),
    shop.default_cause_id,
  ].filter((id) => id !== null);
  const context: Context = {
    shop,
    platform_bp: Math.min(platform_bp, 10_000 - shop.school_bp),
    rates: await repository.listTaxRates(transaction, country, dayOf(now)),
    causes: await repository.findCausesById(transaction, causeIds),
    works: new Map(works.map((work) => [work.id, work])),
  };
  const parts = wanted.lines.map((line) => goodsOf(context, line));
  const goods = parts.filter((part): part is Line => 'shares' in part);
  const left_out = parts.filter((part): part is Quote['left_out'][number] => 'why' in part);
  const gifts = wanted.gifts.flatMap((gift) => giftOf(context, gift));
  const lines = [...goods, ...shippingOf(context, goods), ...gifts];
  const editions = works
    .filter((work) => work.is_for_sale)
    .flatMap((work) =>
      (['digital', 'print'] as const).flatMap((edition) => {
        const amount = priceOf(context, work, edition);
        return amount === null ? [] : [{ work_id: work.id, edition, price: amount }];
      }),
    );
  return {
    currency: shop.currency,
    lines,
    total: sumOf(lines.map(({ amount }) => amount)),
    left_out,
    editions,
  };
}

/** Of all that a buyer was shown: what is bought, for how much, and whose it will be. */
export function digestOf({ currency, lines, total }: Priced, country: string): string {
  const facts = lines.map(({ kind, work, cause, quantity, unit_price, tax, shares }) => [
    kind,
    work?.id ?? null,
    cause?.id ?? null,
    quantity,
    unit_price,
    tax.rate_bp,
    shares.tax,
    shares.platform,
    shares.school,
    shares.cause,
  ]);
  return createHash('sha256')
    .update(JSON.stringify([currency, country, total, facts]))
    .digest('base64url');
}
