import { decimalOf } from '#contract/kit/money.ts';
import type { ListedSubscription } from '#contract/subscriptions/subscriptions.schema.ts';
import { csvOf, dayOf, type CsvColumn } from '#src/lib/csv.ts';
import { periodWords, stateWords } from './plans.words.ts';

/** Who has which plan, for a spreadsheet. */
export function subscribersCsv(rows: readonly ListedSubscription[]): string {
  const columns: readonly CsvColumn<ListedSubscription>[] = [
    ['School', ({ tenant }) => tenant.school_name],
    ['Organization', ({ tenant }) => (tenant.is_organization ? 'yes' : 'no')],
    ['State', ({ state }) => stateWords[state]],
    ['Plan', ({ plan_name }) => plan_name],
    ['Period', ({ variant }) => periodWords[variant.period]],
    ['Currency', ({ variant }) => variant.currency],
    [
      'Price of a seat',
      ({ variant }) => decimalOf({ amount: variant.seat_price, currency: variant.currency }),
    ],
    ['Seats', ({ seats }) => seats],
    ['Seats used', ({ seats_used }) => seats_used],
    ['From', ({ period_start }) => period_start],
    ['To', ({ period_end }) => period_end],
    ['Ends then', ({ ends_at_period_end }) => (ends_at_period_end ? 'yes' : 'no')],
    ['Since', ({ since }) => dayOf(since)],
  ];
  return csvOf(columns, rows);
}
