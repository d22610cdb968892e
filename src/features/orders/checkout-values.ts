import { schemaResolver } from '@mantine/form';
import * as v from 'valibot';
import { readAmount } from '#contract/kit/money.ts';
import { Address, OrderForm, type WantedGift } from '#contract/orders/orders.schema.ts';
import { wantedOf, type Copies } from './checkout.rules.ts';

/** Under which name the form is kept on the device. */
export const checkoutDraft = 'checkout';

/** What a buyer fills in. */
export interface CheckoutValues {
  /** By the work's id; left out where it is one digital copy. */
  copies: Record<string, Copies>;
  gift_cause: string;
  /** As it was typed. */
  gift_amount: string;
  email: string;
  name: string;
  country: string;
  street: string;
  postcode: string;
  city: string;
  is_adult: boolean;
  accepts_terms: boolean;
}

export function emptyValues(country: string): CheckoutValues {
  return {
    copies: {},
    gift_cause: '',
    gift_amount: '',
    email: '',
    name: '',
    country,
    street: '',
    postcode: '',
    city: '',
    is_adult: false,
    accepts_terms: false,
  };
}

/** Minor units of the typed gift; null where it cannot be told which amount is meant. */
function giftAmount({ gift_amount }: CheckoutValues, currency: string): number | null {
  const amount = readAmount(gift_amount, currency);
  return amount === 0 ? null : amount;
}

export function giftsOf(values: CheckoutValues, currency: string): WantedGift[] {
  const amount = giftAmount(values, currency);
  return values.gift_cause === '' || amount === null ? [] : [{ cause_id: values.gift_cause, amount }];
}

const { email, name, country, is_adult, accepts_terms } = OrderForm.entries;
const Buyer = v.object({ email, name, country, is_adult, accepts_terms });
const BuyerWithAddress = v.object({ ...Buyer.entries, ...Address.entries });
const wrong = schemaResolver(Buyer, { sync: true });
const wrongWithAddress = schemaResolver(BuyerWithAddress, { sync: true });

/** Field → its text. Empty where the order can be sent. */
export function errorsOf(
  values: CheckoutValues,
  { needsAddress, currency }: { needsAddress: boolean; currency: string },
): Record<string, string> {
  const hasNoAmount = values.gift_cause !== '' && giftAmount(values, currency) === null;
  return {
    ...(hasNoAmount && { gift_amount: 'Please enter an amount, such as 5' }),
    ...(needsAddress ? wrongWithAddress : wrong)(values),
  };
}

/** What is sent of it; the id and the quote come with it. */
export function orderOf(
  values: CheckoutValues,
  around: {
    workIds: readonly string[];
    currency: string;
    needsAddress: boolean;
    provider: OrderForm['provider'];
  },
): Omit<OrderForm, 'id' | 'quote'> {
  const { street, postcode, city } = values;
  return {
    lines: wantedOf(around.workIds, values.copies),
    gifts: giftsOf(values, around.currency),
    country: values.country,
    email: values.email.trim(),
    name: values.name.trim(),
    address: around.needsAddress ? { street, postcode, city } : null,
    provider: around.provider,
    is_adult: true,
    accepts_terms: true,
  };
}
