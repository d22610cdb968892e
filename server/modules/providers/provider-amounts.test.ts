import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { currencyCodes, exponentOf } from '#contract/kit/currencies.ts';
import { mostMinorUnits } from '#contract/kit/money.ts';
import { payPalAmounts, phonePeAmounts, stripeAmounts, type ProviderAmounts } from './provider-amounts.ts';

const seeded = { seed: 25, numRuns: 300 };
const amounts = fc.oneof(fc.integer({ min: 0, max: 2000 }), fc.integer({ min: 0, max: mostMinorUnits }));

const providers: readonly [string, ProviderAmounts<number> | ProviderAmounts<string>][] = [
  ['Stripe', stripeAmounts],
  ['PayPal', payPalAmounts],
  ['PhonePe', phonePeAmounts],
];

describe.each(providers)('amounts at %s', (_, provider) => {
  const { refusal, say, hear } = provider as ProviderAmounts<number | string>;

  it.each(currencyCodes)('in %s come back as they went, or are refused beforehand', (currency) => {
    const unit = 10 ** exponentOf(currency);
    const each = fc.oneof(
      amounts,
      fc.integer({ min: 0, max: 100_000 }).map((whole) => whole * unit),
    );
    fc.assert(
      fc.property(each, (amount) => {
        const money = { amount, currency };
        if (refusal(money) !== null) return;
        expect(hear(say(money), currency)).toBe(amount);
      }),
      seeded,
    );
    // Whole units are an amount wherever the currency is known: the property above is not empty.
    const plain = refusal({ amount: 1000 * unit, currency });
    expect(['currency', null]).toContain(plain);
  });

  it('of a currency that nobody knows are not understood', () => {
    expect(hear('100', 'XXX')).toBeNull();
  });
});

describe('Stripe', () => {
  it.each([
    [1250, 'EUR', 1250],
    [500, 'JPY', 500],
    // "To charge 5 ISK, provide 500."
    [5, 'ISK', 500],
    [2000, 'UGX', 200_000],
    [17_500, 'HUF', 17_500],
    [10_050, 'TWD', 10_050],
    [1250, 'KWD', 1250],
    // Ariary have fifths by ISO 4217; Stripe takes whole ones.
    [50_000, 'MGA', 500],
  ])('is told %i %s as %i', (amount, currency, said) => {
    expect(stripeAmounts.refusal({ amount, currency })).toBeNull();
    expect(stripeAmounts.say({ amount, currency })).toBe(said);
    expect(stripeAmounts.hear(said, currency)).toBe(amount);
  });

  it.each([
    [49, 'USD', 'minimum'],
    [29, 'GBP', 'minimum'],
    [49, 'JPY', 'minimum'],
    [17_499, 'HUF', 'minimum'],
    [0, 'ISK', 'minimum'],
    [100_000_000, 'EUR', 'maximum'],
    [1_000_000, 'ISK', 'maximum'],
    [1255, 'KWD', 'form'],
    [50_050, 'MGA', 'form'],
    [1000, 'IQD', 'currency'],
  ])('refuses %i %s: %s', (amount, currency, reason) => {
    expect(stripeAmounts.refusal({ amount, currency })).toBe(reason);
  });

  it('takes its least and its largest charge', () => {
    expect(stripeAmounts.refusal({ amount: 50, currency: 'USD' })).toBeNull();
    expect(stripeAmounts.refusal({ amount: 99_999_999, currency: 'EUR' })).toBeNull();
    expect(stripeAmounts.refusal({ amount: 999_999, currency: 'ISK' })).toBeNull();
  });

  it('is not understood where it says parts of what has none', () => {
    expect(stripeAmounts.hear(550, 'ISK')).toBeNull();
    expect(stripeAmounts.hear(1.5, 'EUR')).toBeNull();
    expect(stripeAmounts.hear(-1, 'EUR')).toBeNull();
  });
});

describe('PayPal', () => {
  it.each([
    [1250, 'EUR', '12.50'],
    [5, 'USD', '0.05'],
    [500, 'JPY', '500'],
    [175_000, 'HUF', '1750'],
    [10_000, 'TWD', '100'],
  ])('is told %i %s as %s', (amount, currency, said) => {
    expect(payPalAmounts.refusal({ amount, currency })).toBeNull();
    expect(payPalAmounts.say({ amount, currency })).toBe(said);
    expect(payPalAmounts.hear(said, currency)).toBe(amount);
  });

  it.each([
    [175_050, 'HUF', 'form'],
    [10_001, 'TWD', 'form'],
    [50, 'HUF', 'minimum'],
    [0, 'EUR', 'minimum'],
    [1000, 'INR', 'currency'],
    [1000, 'KWD', 'currency'],
  ])('refuses %i %s: %s', (amount, currency, reason) => {
    expect(payPalAmounts.refusal({ amount, currency })).toBe(reason);
  });

  it('is understood with decimals of zero, and not with others', () => {
    expect(payPalAmounts.hear('1750.00', 'HUF')).toBe(175_000);
    expect(payPalAmounts.hear('500.5', 'JPY')).toBeNull();
    expect(payPalAmounts.hear('12.505', 'EUR')).toBeNull();
    expect(payPalAmounts.hear('-1.00', 'EUR')).toBeNull();
  });
});

describe('PhonePe', () => {
  it('takes rupees alone, in paise, 100 and more', () => {
    expect(phonePeAmounts.say({ amount: 12_345, currency: 'INR' })).toBe(12_345);
    expect(phonePeAmounts.refusal({ amount: 100, currency: 'INR' })).toBeNull();
    expect(phonePeAmounts.refusal({ amount: 99, currency: 'INR' })).toBe('minimum');
    expect(phonePeAmounts.refusal({ amount: 500, currency: 'EUR' })).toBe('currency');
  });

  it('is never told what it cannot take', () => {
    expect(() => phonePeAmounts.say({ amount: 500, currency: 'EUR' })).toThrow(RangeError);
    expect(() => stripeAmounts.say({ amount: 1255, currency: 'KWD' })).toThrow(RangeError);
    expect(() => payPalAmounts.say({ amount: 50, currency: 'HUF' })).toThrow(RangeError);
  });
});
