import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mostMinorUnits } from '../kit/money.ts';
import {
  parties,
  shareOut,
  sharesOfGift,
  sharesOfGoods,
  sharesOfPlan,
  sharesOfRefund,
  sharesOfShipping,
  sumOf,
  taxInside,
  type Shares,
} from './shares.rules.ts';

const seeded = { seed: 25, numRuns: 1000 };
const amounts = fc.oneof(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: mostMinorUnits }));
const basisPoints = fc.integer({ min: 0, max: 10_000 });
const goods = fc
  .record({
    gross: amounts,
    tax_rate_bp: basisPoints,
    platform_bp: basisPoints,
    school_bp: basisPoints,
    print_cost: amounts,
  })
  .map((line) => ({ ...line, school_bp: Math.min(line.school_bp, 10_000 - line.platform_bp) }));

const valuesOf = (shares: Shares) => parties.map((party) => shares[party]);
const areWhole = (values: readonly number[]) =>
  values.every((value) => Number.isSafeInteger(value) && value >= 0);

describe('tax inside of a price', () => {
  it.each([
    [1190, 1900, 190],
    [1000, 0, 0],
    [0, 1900, 0],
    [1, 10_000, 1],
    [100, 700, 7],
    [107, 700, 7],
    // A half goes up: 21 · 5 % / 105 % is 1, 10.5 at 10 % is 0.95.
    [21, 500, 1],
    [3, 10_000, 2],
  ])('of %i at %i basis points is %i', (gross, rate, tax) => {
    expect(taxInside(gross, rate)).toBe(tax);
  });

  it('is the nearest whole unit', () => {
    fc.assert(
      fc.property(amounts, basisPoints, (gross, rate) => {
        const parts = 10_000n + BigInt(rate);
        const error = BigInt(taxInside(gross, rate)) * parts - BigInt(gross) * BigInt(rate);
        expect(2n * (error < 0n ? -error : error) <= parts).toBe(true);
      }),
      seeded,
    );
  });
});

describe('the shares of a line', () => {
  it('leave all that is left to the cause', () => {
    const line = { gross: 1190, tax_rate_bp: 1900, platform_bp: 1000, school_bp: 500, print_cost: 300 };
    expect(sharesOfGoods(line)).toEqual({ tax: 190, platform: 100, school: 350, cause: 550 });
  });

  it('never take more for printing than there is', () => {
    const line = { gross: 100, tax_rate_bp: 0, platform_bp: 1000, school_bp: 0, print_cost: 5000 };
    expect(sharesOfGoods(line)).toEqual({ tax: 0, platform: 10, school: 90, cause: 0 });
  });

  it('give odd units to the cause', () => {
    const line = { gross: 99, tax_rate_bp: 0, platform_bp: 3333, school_bp: 3333, print_cost: 0 };
    expect(sharesOfGoods(line)).toEqual({ tax: 0, platform: 32, school: 32, cause: 35 });
  });

  it('add up to the line, with nothing below 0', () => {
    fc.assert(
      fc.property(goods, (line) => {
        const shares = valuesOf(sharesOfGoods(line));
        expect(areWhole(shares)).toBe(true);
        expect(sumOf(shares)).toBe(line.gross);
      }),
      seeded,
    );
  });

  it('add up for gifts, shipping and plans too', () => {
    fc.assert(
      fc.property(amounts, basisPoints, (gross, rate) => {
        for (const shares of [
          sharesOfGift(gross),
          sharesOfShipping(gross, rate),
          sharesOfPlan(gross, rate),
        ]) {
          expect(areWhole(valuesOf(shares))).toBe(true);
          expect(sumOf(valuesOf(shares))).toBe(gross);
        }
      }),
      seeded,
    );
  });

  it('give a whole gift to the cause', () => {
    expect(sharesOfGift(500)).toEqual({ tax: 0, platform: 0, school: 0, cause: 500 });
  });

  it('give the school no part of a plan, and the platform none of shipping', () => {
    expect(sharesOfPlan(1190, 1900)).toEqual({ tax: 190, platform: 1000, school: 0, cause: 0 });
    expect(sharesOfShipping(1190, 1900)).toEqual({ tax: 190, platform: 0, school: 1000, cause: 0 });
  });
});

describe('sharing out', () => {
  it.each([
    [10, [1, 1, 1], RangeError],
    [-1, [5], RangeError],
    [1, [], RangeError],
  ])('%i by %j is refused: no more can be given back than there is', (amount, weights, error) => {
    expect(() => shareOut(amount, weights)).toThrow(error);
  });

  it('gives odd units to the largest remainders, of equal ones to the first', () => {
    expect(shareOut(1, [1, 1, 1])).toEqual([1, 0, 0]);
    expect(shareOut(2, [1, 1, 1])).toEqual([1, 1, 0]);
    expect(shareOut(5, [3, 7])).toEqual([2, 3]);
    expect(shareOut(0, [0, 0])).toEqual([0, 0]);
  });

  it('adds up, and takes from nobody more than they have', () => {
    const weights = fc.array(amounts, { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(weights, fc.double({ min: 0, max: 1, noNaN: true }), (each, part) => {
        const amount = Math.floor(sumOf(each) * part);
        const shared = shareOut(amount, each);
        expect(sumOf(shared)).toBe(amount);
        expect(shared.every((value, place) => value >= 0 && value <= (each[place] ?? 0))).toBe(true);
      }),
      seeded,
    );
  });
});

describe('the shares of refunds', () => {
  it('leave 0 with everybody once all is given back, in any sequence of parts', () => {
    const parts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 });
    fc.assert(
      fc.property(goods, parts, (line, sizes) => {
        let left = sharesOfGoods(line);
        let rest = line.gross;
        const refund = (amount: number) => {
          const shares = sharesOfRefund(amount, left);
          expect(sumOf(valuesOf(shares))).toBe(amount);
          left = Object.fromEntries(
            parties.map((party) => [party, left[party] - shares[party]]),
          ) as unknown as Shares;
          expect(areWhole(valuesOf(left))).toBe(true);
          rest -= amount;
        };
        for (const size of sizes) refund(Math.floor(rest * size));
        refund(rest);
        expect(valuesOf(left)).toEqual([0, 0, 0, 0]);
      }),
      seeded,
    );
  });

  it('are refused beyond what is left', () => {
    expect(() => sharesOfRefund(5, { tax: 1, platform: 1, school: 1, cause: 1 })).toThrow(RangeError);
  });
});
