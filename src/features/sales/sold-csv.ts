import { decimalOf } from '#contract/kit/money.ts';
import type { SoldLine } from '#contract/orders/orders.schema.ts';
import { csvOf, dayOf, type CsvColumn } from '#src/lib/csv.ts';
import { kindWords } from '#src/lib/line-kinds.ts';
import { fulfilmentWords } from './sales.words.ts';

/** What was sold, for a spreadsheet. Nothing of who bought it. */
export function soldCsv(lines: readonly SoldLine[]): string {
  const amount = (pick: (line: SoldLine) => number) => (line: SoldLine) =>
    decimalOf({ amount: pick(line), currency: line.currency });
  const school: CsvColumn<SoldLine>[] = lines.some(({ tenant }) => tenant !== null)
    ? [['School', ({ tenant }) => tenant?.school_name ?? '']]
    : [];
  const columns: readonly CsvColumn<SoldLine>[] = [
    ...school,
    ['Date', ({ paid_at }) => dayOf(paid_at)],
    ['Order', ({ number }) => number],
    ['Title', ({ title }) => title],
    ['By', ({ byline }) => byline],
    ['Kind', ({ kind }) => kindWords[kind]],
    ['Copies', ({ quantity }) => quantity],
    ['Currency', ({ currency }) => currency],
    ['Amount', amount((line) => line.amount)],
    ['For the cause', amount((line) => line.cause_amount)],
    ['For the school', amount((line) => line.school_amount)],
    ['Given back', amount((line) => line.refunded)],
    ['Cause', ({ cause }) => cause?.name ?? ''],
    ['State', ({ fulfilment }) => (fulfilment ? fulfilmentWords[fulfilment] : '')],
    ['Practice', ({ is_test }) => (is_test ? 'yes' : 'no')],
  ];
  return csvOf(columns, lines);
}
