import { Text, Title } from '@mantine/core';
import { useId, useState } from 'react';
import { limits } from '#contract/kit/limits.ts';
import { visitEndpoints } from '#contract/visits/visits.endpoints.ts';
import type { VisitableTenant } from '#contract/visits/visits.schema.ts';
import { apiClient } from '#src/session/api.ts';
import { useList } from '#src/session/use-list.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { DataTable, type Column } from '#src/ui/data-table.tsx';
import { Pager } from '#src/ui/pager.tsx';
import { usePages } from '#src/ui/use-pages.ts';
import { missing } from './visit-words.ts';
import styles from './visits.module.css';

const number = (value: number) => value.toLocaleString('en');

// In the order of the server, by name: it has more of them than one page.
const columns: readonly Column<VisitableTenant>[] = [
  { key: 'school', header: 'School', heading: true, cell: ({ school_name }) => <bdi>{school_name}</bdi> },
  {
    key: 'students',
    header: 'Students',
    cell: ({ students }) => number(students),
    align: 'end',
    width: '120px',
  },
  {
    key: 'active_students',
    header: 'Signed in this week',
    cell: ({ active_students }) => number(active_students),
    align: 'end',
    width: '184px',
  },
  {
    key: 'teachers',
    header: 'Teachers',
    cell: ({ teachers }) => number(teachers),
    align: 'end',
    width: '120px',
  },
];
const pageSize = limits.pageDefault;

/** How many people there are in each school of an organization. Who they are, the schools alone know. */
export function PeopleBySchoolSection({ api = apiClient }: { api?: ApiClient }) {
  const titleId = useId();
  const [page, setPage] = useState(1);
  const answer = useList(api, visitEndpoints.list, { page, size: pageSize }, {});
  const { status, value, isGone, busy, reload } = answer;
  const pages = usePages(answer, { page, showInstead: setPage }, pageSize);
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <Title order={2} size="h3" id={titleId}>
        People in your schools
      </Title>
      {status === 'unreachable' || status === 'failed' ? (
        <AnswerMissing status={status} busy={busy} isGone={isGone} {...missing} onRetry={reload} />
      ) : (
        <>
          <DataTable
            caption="People in your schools"
            columns={columns}
            rows={value?.results ?? []}
            rowKey={({ id }) => id}
            loading={value === null}
            empty={<Text c="dimmed">There are no schools yet.</Text>}
          />
          {value !== null && value.count > pageSize && (
            <Pager
              page={page}
              pages={pages}
              pageSize={pageSize}
              count={value.count}
              noun={['school', 'schools']}
              onPage={setPage}
            />
          )}
        </>
      )}
    </section>
  );
}
