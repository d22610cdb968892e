import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { currencyCodes, currencyName, exponentOf } from './currencies.ts';
import {
  Amount,
  amountOfDecimal,
  BasisPoints,
  Currency,
  decimalOf,
  Money,
  moneyText,
  mostMinorUnits,
  readAmount,
} from './money.ts';

const seeded = { seed: 25, numRuns: 500 };
const amounts = fc.integer({ min: 0, max: mostMinorUnits });
const currencies = fc.constantFrom(...currencyCodes);

describe('a currency', () => {
  it.each([
    ['JPY', 0],
    ['ISK', 0],
    ['UGX', 0],
    // `Intl` follows the coins in use and gives 0 for these.
    ['HUF', 2],
    ['IDR', 2],
    ['AFN', 2],
    ['MGA', 2],
    ['TWD', 2],
    ['INR', 2],
    ['KWD', 3],
    ['IQD', 3],
    ['TND', 3],
  ])('%s has %i decimals by ISO 4217', (currency, exponent) => {
    expect(exponentOf(currency)).toBe(exponent);
  });

  it('is in the table once, in three capital letters', () => {
    expect(new Set(currencyCodes).size).toBe(currencyCodes.length);
    expect(currencyCodes.filter((code) => !/^[A-Z]{3}$/u.test(code))).toEqual([]);
  });

  it.each(['', 'usd', 'XXX', 'EURO', '__proto__'])('%j is refused', (code) => {
    expect(v.is(Currency, code)).toBe(false);
    expect(() => exponentOf(code)).toThrow(RangeError);
  });

  it('has a name for people', () => {
    expect(currencyName('EUR')).toBe('Euro');
  });
});

describe('an amount', () => {
  it.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, mostMinorUnits + 1, '5', null])(
    '%j is refused',
    (amount) => {
      expect(v.is(Amount, amount)).toBe(false);
      expect(v.is(Money, { amount, currency: 'EUR' })).toBe(false);
    },
  );

  it.each([0, 1, mostMinorUnits])('%i is taken', (amount) => {
    expect(v.is(Money, { amount, currency: 'EUR' })).toBe(true);
  });

  it('never goes without its currency', () => {
    expect(v.is(Money, { amount: 1 })).toBe(false);
  });

  it('stays a safe integer when nine thousand of the largest are added', () => {
    expect(Number.isSafeInteger(mostMinorUnits * 9000)).toBe(true);
  });
});

describe('basis points', () => {
  it.each([-1, 10_001, 0.5])('%d are refused', (points) => {
    expect(v.is(BasisPoints, points)).toBe(false);
  });
});

describe('an amount as decimals', () => {
  it.each([
    [1250, 'EUR', '12.50'],
    [5, 'EUR', '0.05'],
    [0, 'EUR', '0.00'],
    [500, 'JPY', '500'],
    [1250, 'KWD', '1.250'],
    [5, 'KWD', '0.005'],
    [17_500, 'HUF', '175.00'],
  ])('%i %s is %s', (amount, currency, text) => {
    expect(decimalOf({ amount, currency })).toBe(text);
    expect(amountOfDecimal(text, currency)).toBe(amount);
  });

  it('comes back as it went, in each currency', () => {
    fc.assert(
      fc.property(amounts, currencies, (amount, currency) => {
        expect(amountOfDecimal(decimalOf({ amount, currency }), currency)).toBe(amount);
      }),
      seeded,
    );
  });

  it.each([
    ['12.505', 'EUR'],
    ['1.5', 'JPY'],
    ['-1', 'EUR'],
    ['1e3', 'EUR'],
    ['', 'EUR'],
    ['.5', 'EUR'],
    ['5.', 'EUR'],
    [' 5', 'EUR'],
    ['١٢', 'EUR'],
    ['99999999999999', 'EUR'],
    ['9999999999999', 'KWD'],
  ])('%j is none of %s', (text, currency) => {
    expect(amountOfDecimal(text, currency)).toBeNull();
  });

  it.each([
    ['12.500000', 'EUR', 1250],
    ['500.00', 'JPY', 500],
    ['7', 'KWD', 7000],
  ])('%s %s is %i: zeros that say nothing are left out', (text, currency, amount) => {
    expect(amountOfDecimal(text, currency)).toBe(amount);
  });
});

describe('an amount as people type it', () => {
  it.each([
    ['12.5', 'EUR', 1250],
    ['12,50', 'EUR', 1250],
    ['1 250', 'EUR', 125_000],
    ['1 250,00', 'EUR', 125_000],
    ["1'250.50", 'CHF', 125_050],
    ['1,250.00', 'USD', 125_000],
    ['1.250,00', 'EUR', 125_000],
    ['1,250', 'USD', 125_000],
    ['1.250', 'EUR', 125_000],
    ['1,250,000', 'USD', 125_000_000],
    ['1.250', 'KWD', 1250],
    ['1.250.000', 'KWD', 1_250_000_000],
    ['1,250', 'JPY', 1250],
    [' 7 ', 'EUR', 700],
    ['0', 'EUR', 0],
    ['0,05', 'EUR', 5],
  ])('%j in %s is %i minor units', (typed, currency, amount) => {
    expect(readAmount(typed, currency)).toBe(amount);
  });

  it.each([
    ['', 'EUR'],
    ['free', 'EUR'],
    ['-5', 'EUR'],
    ['€5', 'EUR'],
    ['12.5', 'JPY'],
    ['1,2,3', 'EUR'],
    ['1,25,000', 'EUR'],
    ['1.250,000.00', 'EUR'],
    ['12,505.1.0', 'EUR'],
    ['5.', 'EUR'],
    ['.5', 'EUR'],
    ['1e3', 'EUR'],
    // A quarter with a zero too many, not two hundred and fifty.
    ['0.250', 'EUR'],
    ['0,125', 'USD'],
    ['00.500', 'JPY'],
  ])('%j in %s is asked for again', (typed, currency) => {
    expect(readAmount(typed, currency)).toBeNull();
  });

  it('is read as it is written, in each currency', () => {
    fc.assert(
      fc.property(amounts, currencies, (amount, currency) => {
        expect(readAmount(decimalOf({ amount, currency }), currency)).toBe(amount);
      }),
      seeded,
    );
  });

  it('never breaks, whatever is typed', () => {
    const typed = fc.oneof(fc.string(), fc.stringMatching(/^[0-9.,' ]{0,20}$/u));
    fc.assert(
      fc.property(typed, currencies, (text, currency) => {
        const amount = readAmount(text, currency);
        expect(amount === null || v.is(Amount, amount)).toBe(true);
      }),
      seeded,
    );
  });
});

describe('an amount as people read it', () => {
  it.each([
    [1250, 'EUR', '€12.50'],
    [500, 'JPY', '¥500'],
    [17_500, 'HUF', 'HUF 175.00'],
    [1250, 'KWD', 'KWD 1.250'],
    [mostMinorUnits, 'USD', '$9,999,999,999.99'],
  ])('%i %s is %s', (amount, currency, text) => {
    expect(moneyText({ amount, currency }, 'en').replaceAll(/\s/gu, ' ')).toBe(text);
  });
});
