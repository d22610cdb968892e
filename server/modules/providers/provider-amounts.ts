import { currencyCodes, exponentOf } from '#contract/kit/currencies.ts';
import { amountOfDecimal, decimalOf, mostMinorUnits, type Money } from '#contract/kit/money.ts';

/** Why a provider cannot take an amount. `form`: it has no way to write it, such as half a forint at PayPal. */
export type Refusal = 'currency' | 'minimum' | 'maximum' | 'form';

/** How one provider writes amounts. Our own are minor units of ISO 4217. */
export interface ProviderAmounts<Said> {
  readonly refusal: (money: Money) => Refusal | null;
  /** @throws RangeError where `refusal` gives a reason other than a bound */
  say(money: Money): Said;
  /** @returns null where it is no amount that we can write */
  hear(said: Said, currency: string): number | null;
}

interface Form {
  /** Decimals of what the provider counts in. */
  readonly exponent: number;
  /** It takes multiples of this alone. */
  readonly step: number;
  /** In our minor units. */
  readonly minimum: number;
  readonly maximum: number;
}

const table = (codes: string) => new Set(codes.split(' '));

// Of our table, those that Stripe does not charge in.
const notAtStripe = table('BTN ERN GHS IQD LYD MRU STN TMT');
const wholeAtStripe = table('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF');
// Whole ones that Stripe still counts in hundredths.
const hundredthsAtStripe = table('ISK UGX');

/** Least charge in the provider's decimals; elsewhere one unit. */
const leastAtStripe: Readonly<Record<string, string>> = {
  AED: '2.00',
  AUD: '0.50',
  BGN: '1.00',
  BRL: '0.50',
  CAD: '0.50',
  CHF: '0.50',
  CZK: '15.00',
  DKK: '2.50',
  EUR: '0.50',
  GBP: '0.30',
  HKD: '4.00',
  HUF: '175.00',
  INR: '0.50',
  JPY: '50',
  MXN: '10.00',
  MYR: '2.00',
  NOK: '3.00',
  NZD: '0.50',
  PLN: '2.00',
  RON: '2.00',
  SEK: '3.00',
  SGD: '0.50',
  THB: '10.00',
  USD: '0.50',
};

/** @see https://docs.stripe.com/currencies: minor units, special cases, least and largest charge (eight digits) */
function stripeForm(currency: string): Form | null {
  if (notAtStripe.has(currency)) return null;
  const ours = exponentOf(currency);
  const exponent = wholeAtStripe.has(currency) ? 0 : hundredthsAtStripe.has(currency) ? 2 : ours;
  const step = hundredthsAtStripe.has(currency) ? 100 : exponent === 3 ? 10 : 1;
  const least = leastAtStripe[currency];
  return {
    exponent,
    step,
    minimum: (least === undefined ? null : amountOfDecimal(least, currency)) ?? rescale(step, exponent, ours),
    maximum: rescale(99_999_999, exponent, ours),
  };
}

// The rouble is on PayPal's list, and no account can use it.
const atPayPal = table(
  'AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF ILS JPY MXN MYR NOK NZD PHP PLN SEK SGD THB TWD USD',
);
const wholeAtPayPal = table('HUF JPY TWD');

/** @see https://developer.paypal.com/reference/currency-codes/ */
function payPalForm(currency: string): Form | null {
  if (!atPayPal.has(currency)) return null;
  const exponent = wholeAtPayPal.has(currency) ? 0 : 2;
  const minimum = rescale(1, exponent, exponentOf(currency));
  return { exponent, step: 1, minimum, maximum: mostMinorUnits };
}

/** @see https://developer.phonepe.com: paise, 100 and more, for payments and refunds */
function phonePeForm(currency: string): Form | null {
  return currency === 'INR' ? { exponent: 2, step: 1, minimum: 100, maximum: mostMinorUnits } : null;
}

/** What is left over of a division is cut off; `toForm` asks first whether something is. */
function rescale(amount: number, from: number, to: number): number {
  return from <= to ? amount * 10 ** (to - from) : Math.floor(amount / 10 ** (from - to));
}

/** @returns null where the provider cannot write it */
function toForm({ amount, currency }: Money, form: Form): number | null {
  const said = rescale(amount, exponentOf(currency), form.exponent);
  const isExact = rescale(said, form.exponent, exponentOf(currency)) === amount;
  return isExact && Number.isSafeInteger(said) && said % form.step === 0 ? said : null;
}

function fromForm(said: number, currency: string, form: Form): number | null {
  const amount = rescale(said, form.exponent, exponentOf(currency));
  const isExact = rescale(amount, exponentOf(currency), form.exponent) === said;
  return isExact && Number.isSafeInteger(said) && said >= 0 && amount <= mostMinorUnits ? amount : null;
}

function refusalBy(formOf: (currency: string) => Form | null): (money: Money) => Refusal | null {
  return (money) => {
    const form = formOf(money.currency);
    if (form === null) return 'currency';
    if (money.amount < form.minimum) return 'minimum';
    if (money.amount > form.maximum) return 'maximum';
    return toForm(money, form) === null ? 'form' : null;
  };
}

function mustSay(money: Money, formOf: (currency: string) => Form | null): number {
  const form = formOf(money.currency);
  const said = form && toForm(money, form);
  if (said === null) throw new RangeError(`${decimalOf(money)} ${money.currency} cannot be said`);
  return said;
}

function wholeNumbers(formOf: (currency: string) => Form | null): ProviderAmounts<number> {
  return {
    refusal: refusalBy(formOf),
    say: (money) => mustSay(money, formOf),
    hear(said, currency) {
      const form = isKnown(currency) ? formOf(currency) : null;
      return form && fromForm(said, currency, form);
    },
  };
}

const isKnown = (currency: string) => currencyCodes.includes(currency);

/** Whole numbers of what Stripe takes for the smallest unit. */
export const stripeAmounts: ProviderAmounts<number> = wholeNumbers(stripeForm);

/** Paise. */
export const phonePeAmounts: ProviderAmounts<number> = wholeNumbers(phonePeForm);

/** Decimal texts, such as `12.50` and, for forints, `1250`. */
export const payPalAmounts: ProviderAmounts<string> = {
  refusal: refusalBy(payPalForm),
  say(money) {
    const said = mustSay(money, payPalForm);
    if (wholeAtPayPal.has(money.currency)) return String(said);
    return decimalOf(money);
  },
  hear: (said, currency) => (isKnown(currency) ? amountOfDecimal(said, currency) : null),
};
