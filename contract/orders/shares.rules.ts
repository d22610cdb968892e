/** To whom a part of what a buyer pays belongs, in the order in which odd units are given back. */
export const parties = ['tax', 'platform', 'school', 'cause'] as const;
export type Party = (typeof parties)[number];

/** Minor units of each party. */
export type Shares = Readonly<Record<Party, number>>;

export function sharesBy(amountOf: (party: Party) => number): Shares {
  return Object.fromEntries(parties.map((party) => [party, amountOf(party)])) as Shares;
}

const whole = 10_000n;

/** What is tax of a price with tax inside: g·r / (10000 + r), half a unit up. */
export function taxInside(gross: number, rate_bp: number): number {
  const rate = BigInt(rate_bp);
  const parts = whole + rate;
  return Number((2n * BigInt(gross) * rate + parts) / (2n * parts));
}

const partOf = (amount: number, bp: number) => Number((BigInt(amount) * BigInt(bp)) / whole);

/**
 * How a line of a shop is shared: tax first, the platform's part of the rest, then the school's cost of printing and its part,
 * as far as there is something left. All that is left is the cause's, odd units too.
 */
export function sharesOfGoods(line: {
  gross: number;
  tax_rate_bp: number;
  platform_bp: number;
  school_bp: number;
  /** Of all copies of the line; 0 where nothing is printed. */
  print_cost: number;
}): Shares {
  const tax = taxInside(line.gross, line.tax_rate_bp);
  const net = line.gross - tax;
  const platform = partOf(net, line.platform_bp);
  const school = Math.min(net - platform, line.print_cost + partOf(net, line.school_bp));
  return { tax, platform, school, cause: net - platform - school };
}

export function sharesOfGift(gross: number): Shares {
  return { tax: 0, platform: 0, school: 0, cause: gross };
}

/** The school sends it, and has the cost of that. */
export function sharesOfShipping(gross: number, tax_rate_bp: number): Shares {
  const tax = taxInside(gross, tax_rate_bp);
  return { tax, platform: 0, school: gross - tax, cause: 0 };
}

export function sharesOfPlan(gross: number, tax_rate_bp: number): Shares {
  const tax = taxInside(gross, tax_rate_bp);
  return { tax, platform: gross - tax, school: 0, cause: 0 };
}

export const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, each) => sum + each, 0);

/**
 * Shares out an amount by weights, in whole units that add up to it. Odd units go to the largest remainders; of equal ones, to
 * the first.
 * @throws RangeError where the amount is more than all weights together
 */
export function shareOut(amount: number, weights: readonly number[]): number[] {
  const total = sumOf(weights);
  if (amount < 0 || amount > total) throw new RangeError('No more can be shared out than there is');
  if (total === 0) return weights.map(() => 0);
  const exact = weights.map((weight) => BigInt(amount) * BigInt(weight));
  const parts = exact.map((each) => Number(each / BigInt(total)));
  const remainders = exact.map((each, place) => ({ place, remainder: each % BigInt(total) }));
  const byRemainder = remainders.toSorted((one, other) =>
    one.remainder === other.remainder ? one.place - other.place : one.remainder > other.remainder ? -1 : 1,
  );
  const odd = new Set(byRemainder.slice(0, amount - sumOf(parts)).map(({ place }) => place));
  return parts.map((part, place) => part + (odd.has(place) ? 1 : 0));
}

/** What of a refund each party gives back, out of what it has left. The last refund leaves nothing with anybody. */
export function sharesOfRefund(amount: number, left: Shares): Shares {
  const parts = shareOut(
    amount,
    parties.map((party) => left[party]),
  );
  return sharesBy((party) => parts[parties.indexOf(party)] ?? 0);
}
