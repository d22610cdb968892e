import { schemaResolver } from '@mantine/form';
import * as v from 'valibot';
import { decimalOf, readAmount } from '#contract/kit/money.ts';
import { ShopForm, type Shop } from '#contract/orders/orders.schema.ts';
import { percentText, readPercent } from '#src/lib/percent.ts';

/** A shop as the office types it. */
export interface ShopValues {
  is_open: boolean;
  currency: string;
  digital_price: string;
  sells_print: boolean;
  print_price: string;
  print_cost: string;
  shipping_price: string;
  /** In percent. */
  school_part: string;
  default_cause_id: string;
  code: string;
}

/** An amount as it can be typed; empty where there is none. */
export function typedAmount(amount: number | null, currency: string | null): string {
  return amount === null || currency === null ? '' : decimalOf({ amount, currency });
}

export function shopValues(shop: Shop): ShopValues {
  const typed = (amount: number | null) => typedAmount(amount, shop.currency);
  return {
    is_open: shop.is_open,
    currency: shop.currency ?? '',
    digital_price: typed(shop.digital_price),
    sells_print: shop.print_price !== null,
    print_price: typed(shop.print_price),
    print_cost: typed(shop.print_cost),
    shipping_price: typed(shop.shipping_price),
    school_part: percentText(shop.school_bp),
    default_cause_id: shop.default_cause?.id ?? '',
    code: shop.code ?? '',
  };
}

const wrong = schemaResolver(ShopForm, { sync: true });
const prices = ['digital_price', 'print_price', 'print_cost', 'shipping_price'] as const;

/** What is sent of it; null beside the errors at its fields. */
export function readShop(values: ShopValues): { shop: ShopForm | null; errors: Record<string, string> } {
  const isNeeded = (name: (typeof prices)[number]) => name === 'digital_price' || values.sells_print;
  const amountOf = (name: (typeof prices)[number]) =>
    values.currency === '' ? null : readAmount(values[name], values.currency);
  const unread = prices.filter((name) => isNeeded(name) && values.currency !== '' && amountOf(name) === null);
  const school_bp = readPercent(values.school_part);
  const filled = {
    is_open: values.is_open,
    currency: values.currency,
    digital_price: amountOf('digital_price') ?? 0,
    print_price: values.sells_print ? (amountOf('print_price') ?? 0) : null,
    print_cost: values.sells_print ? (amountOf('print_cost') ?? 0) : 0,
    shipping_price: values.sells_print ? (amountOf('shipping_price') ?? 0) : 0,
    school_bp: school_bp ?? 0,
    default_cause_id: values.default_cause_id === '' ? null : values.default_cause_id,
    code: values.code,
  };
  const result = v.safeParse(ShopForm, filled);
  const errors = {
    ...Object.fromEntries(
      unread.map((name) => [name, `Please enter an amount in ${values.currency}, such as 4`]),
    ),
    ...(school_bp === null && { school_part: 'Please enter a percentage from 0 to 100' }),
    ...wrong(filled),
  };
  return { shop: result.success && Object.keys(errors).length === 0 ? result.output : null, errors };
}
