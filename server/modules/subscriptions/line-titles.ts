import { midnightOf } from '#contract/kit/day.ts';
import type { Span } from '#contract/subscriptions/periods.rules.ts';

const inWords = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** What a line of an order or document says of seats for some days: "School: 1 December 2026 to 31 December 2026". */
export function lineTitle(what: string, { period_start, period_end }: Span): string {
  return `${what}: ${inWords.format(midnightOf(period_start))} to ${inWords.format(midnightOf(period_end))}`;
}
