import { writtenDay } from '#contract/kit/day.ts';
import type { Span } from '#contract/subscriptions/periods.rules.ts';

/** What a line of an order or document says of seats for some days: "School: 1 December 2026 to 31 December 2026". */
export function lineTitle(what: string, { period_start, period_end }: Span): string {
  return `${what}: ${writtenDay(period_start)} to ${writtenDay(period_end)}`;
}
