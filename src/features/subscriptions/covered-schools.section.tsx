import { Text } from '@mantine/core';
import { limits } from '#contract/kit/limits.ts';
import { subscriptionEndpoints } from '#contract/subscriptions/subscriptions.endpoints.ts';
import type { CoveredSchool } from '#contract/subscriptions/subscriptions.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { useList } from '#src/session/use-list.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { CardSection } from '#src/ui/card-section.tsx';
import { DataTable, type Column } from '#src/ui/data-table.tsx';
import { useListState } from '#src/ui/list-state.ts';
import { Pager } from '#src/ui/pager.tsx';
import { usePages } from '#src/ui/use-pages.ts';
import styles from './plans.module.css';

const keys = ['name'];
const byName = { key: 'name', descending: false };
const size = limits.pageDefault;

const columns: readonly Column<CoveredSchool>[] = [
  { key: 'name', header: 'School', heading: true, cell: ({ school_name }) => <bdi>{school_name}</bdi> },
  {
    key: 'seats',
    header: 'Seats used',
    align: 'end',
    width: '140px',
    cell: ({ seats_used }) => seats_used.toLocaleString('en'),
  },
];

/** The schools that the plan of an organization includes, each with the seats that it uses. */
export function CoveredSchoolsSection({ api }: { api: ApiClient }) {
  const list = useListState(keys, byName);
  const { page } = list;
  const answer = useList(api, subscriptionEndpoints.listCovered, { page, size }, {});
  const { status, value, busy, isGone, reload } = answer;
  const pages = usePages(answer, list, size);
  return (
    <CardSection title="Schools in the plan">
      {value === null && (status === 'unreachable' || status === 'failed') ? (
        <AnswerMissing
          status={status}
          busy={busy}
          isGone={isGone}
          failed="The schools could not be fetched"
          unreachable={`The schools of the plan show up here ${asSoonAsReached}.`}
          onRetry={reload}
        />
      ) : (
        <div className={styles.part}>
          <DataTable
            caption="Schools in the plan"
            columns={columns}
            rows={value?.results ?? []}
            rowKey={({ id }) => id}
            loading={value === null}
            empty={<Text role="status">No school has joined your organization yet.</Text>}
          />
          {value !== null && value.count > size && (
            <Pager
              page={page}
              pages={pages}
              pageSize={size}
              count={value.count}
              noun={['school', 'schools']}
              onPage={list.goTo}
            />
          )}
        </div>
      )}
    </CardSection>
  );
}
