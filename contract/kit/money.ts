import * as v from 'valibot';
import { exponentOf, isCurrencyCode } from './currencies.ts';

/** Minor units of the largest amount that anything costs. Nine thousand lines of it are still a safe integer. */
export const mostMinorUnits = 999_999_999_999;

export const Currency = v.pipe(
  v.string('Please choose a currency'),
  v.check(isCurrencyCode, 'Please choose a currency'),
);

/** Minor units, such as cents; never a fraction of one. */
export const Amount = v.pipe(
  v.number('Please enter an amount'),
  v.safeInteger('Please enter an amount'),
  v.minValue(0, 'An amount is 0 or more'),
  v.maxValue(mostMinorUnits, 'This amount is too large'),
);

/** An amount never goes without its currency; nothing is converted from one to another. */
export const Money = v.object({ amount: Amount, currency: Currency });
export type Money = v.InferOutput<typeof Money>;

/** Hundredths of a percent. */
export const BasisPoints = v.pipe(
  v.number('Please enter a percentage'),
  v.safeInteger('A percentage has at most two decimals'),
  v.minValue(0, 'A percentage is 0 or more'),
  v.maxValue(10_000, 'A percentage is 100 at most'),
);

/** As providers and machines write it: `12.50`, `500`, `1.250`. */
export function decimalOf({ amount, currency }: Money): string {
  const exponent = exponentOf(currency);
  if (exponent === 0) return String(amount);
  const digits = String(amount).padStart(exponent + 1, '0');
  return `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
}

/** @returns null where the text is no amount of the currency, also where it has more decimals than the currency, other than zeros */
export function amountOfDecimal(text: string, currency: string): number | null {
  const exponent = exponentOf(currency);
  const [, whole, decimals = ''] = /^(\d{1,13})(?:\.(\d{1,6}))?$/u.exec(text) ?? [];
  if (whole === undefined || /[1-9]/u.test(decimals.slice(exponent))) return null;
  const amount = Number(whole + decimals.slice(0, exponent).padEnd(exponent, '0'));
  return amount <= mostMinorUnits ? amount : null;
}

/**
 * An amount as people type it: `12.5`, `12,50`, `1 250`, `1,250.00`. The last comma or point parts the decimals, where no more
 * digits follow it than the currency has decimals.
 * @returns null where it cannot be told which amount is meant
 */
export function readAmount(typed: string, currency: string): number | null {
  const text = typed.trim().replaceAll(/[\s'’  ]/gu, '');
  if (!/^\d[\d.,]*$/u.test(text)) return null;
  const exponent = exponentOf(currency);
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  if (last === -1) return amountOfDecimal(text, currency);
  const decimals = text.slice(last + 1);
  const isDecimal =
    decimals.length > 0 && decimals.length <= exponent && text.indexOf(text.charAt(last)) === last;
  const whole = isDecimal ? text.slice(0, last) : text;
  // What is left parts thousands, and does so the same way each time.
  const groups = whole.split(/[.,]/u);
  const separators = new Set(whole.replaceAll(/\d/gu, ''));
  const isGrouped = groups.every((group, place) => (place === 0 ? group.length <= 3 : group.length === 3));
  // A leading zero is no group of thousands: `0.250` is a quarter, which has too many decimals for cents.
  const isThousands = isGrouped && separators.size === 1 && !whole.startsWith('0');
  if (groups.length > 1 && !isThousands) return null;
  // `1.250` is one or a thousand where the currency has three decimals; where it has two, only a thousand.
  return amountOfDecimal(groups.join('') + (isDecimal ? `.${decimals}` : ''), currency);
}

/** As people read it, in the words of the device: `€12.50`, `¥500`. */
export function moneyText({ amount, currency }: Money, locale?: string): string {
  const exponent = exponentOf(currency);
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: exponent,
    maximumFractionDigits: exponent,
  });
  // Text, not a number: no amount is rounded on its way to the screen.
  return format.format(decimalOf({ amount, currency }) as Intl.StringNumericLiteral);
}
