import { useCallback } from 'react';
import { decimalOf, moneyText } from '#contract/kit/money.ts';
import { soldEndpoints } from '#contract/orders/sold.endpoints.ts';
import type { CauseShare } from '#contract/orders/sold.schema.ts';
import { csvOf, type CsvColumn } from '#src/lib/csv.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { CsvButton } from '#src/ui/csv-button.tsx';
import { DataTable, type Column } from '#src/ui/data-table.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { EmptyShelfIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import styles from './sales.module.css';

const columns: readonly Column<CauseShare>[] = [
  {
    key: 'cause',
    header: 'Cause',
    heading: true,
    cell: ({ cause, is_test }) => (
      <>
        <bdi>{cause.name}</bdi>
        {is_test && ', practice'}
      </>
    ),
  },
  { key: 'copies', header: 'Copies and gifts', align: 'end', width: '170px', cell: ({ copies }) => copies },
  {
    key: 'raised',
    header: 'Raised',
    align: 'end',
    width: '160px',
    cell: ({ raised, currency }) => moneyText({ amount: raised, currency }),
  },
];

function sharesCsv(shares: readonly CauseShare[]): string {
  const csvColumns: readonly CsvColumn<CauseShare>[] = [
    ['Cause', ({ cause }) => cause.name],
    ['Currency', ({ currency }) => currency],
    ['Raised', ({ raised, currency }) => decimalOf({ amount: raised, currency })],
    ['Copies and gifts', ({ copies }) => copies],
    ['Practice', ({ is_test }) => (is_test ? 'yes' : 'no')],
  ];
  return csvOf(csvColumns, shares);
}

/** What the school raised for each cause, in each currency; practice money stands apart. */
export function CauseSharesSection({ api }: { api: ApiClient }) {
  const load = useCallback((signal: AbortSignal) => api.call(soldEndpoints.causes, {}, { signal }), [api]);
  const { value, status, busy, isGone, reload } = useAnswer(load);
  if (value === null && (status === 'unreachable' || status === 'failed'))
    return (
      <AnswerMissing
        status={status}
        busy={busy}
        isGone={isGone}
        failed="This could not be fetched"
        unreachable={`What your school raised shows up here ${asSoonAsReached}.`}
        onRetry={reload}
      />
    );
  return (
    <div className={styles.part}>
      <div>
        <CsvButton
          list="Raised for causes"
          disabled={!value || value.length === 0}
          read={() => sharesCsv(value ?? [])}
          explain={(error) => failureOf(error).text}
        />
      </div>
      <DataTable
        caption="Raised for causes"
        columns={columns}
        rows={value ?? []}
        rowKey={({ cause, currency, is_test }) => `${cause.id} ${currency} ${is_test}`}
        loading={value === null}
        empty={
          <EmptyState
            picture={<EmptyShelfIllustration />}
            title="Nothing was raised yet"
            text="When a book is sold or somebody gives, you see here what it raised for which cause."
          />
        }
      />
    </div>
  );
}
