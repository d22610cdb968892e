import { Anchor, Text } from '@mantine/core';
import type { SchoolWork } from '#contract/catalogue/catalogue.schema.ts';
import { limits } from '#contract/kit/limits.ts';
import { paths } from '#contract/kit/paths.ts';
import { titleOf } from '#contract/works/works.rules.ts';
import type { WorkKind } from '#contract/works/works.schema.ts';
import { counted } from '#src/lib/counted.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { addressOn } from '#src/session/other-host.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { CsvButton } from '#src/ui/csv-button.tsx';
import { DataTable, type Column } from '#src/ui/data-table.tsx';
import { Day } from '#src/ui/day.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { KeptNote } from '#src/ui/kept-note.tsx';
import { ListFilter } from '#src/ui/list-filters.tsx';
import { ListToolbar } from '#src/ui/list-toolbar.tsx';
import { NothingMatches } from '#src/ui/nothing-matches.tsx';
import { Pager } from '#src/ui/pager.tsx';
import { EmptyShelfIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { schoolWorksCsv } from './catalogue-csv.ts';
import { kindNames } from './catalogue.words.ts';
import styles from './catalogue.module.css';
import { pageSize, useSchoolWorks } from './use-school-works.ts';

/** Where a work is read: in its school. Empty where that has no address. */
function addressOf(work: SchoolWork): string {
  const { host } = work.school;
  return host === null ? '' : addressOn(host, paths.work({ id: work.slug }));
}

function TitleCell({ work }: { work: SchoolWork }) {
  const { byline, kind, parts } = work;
  const address = addressOf(work);
  return (
    <span className={styles.twoLines}>
      {address === '' ? (
        <bdi className={styles.title}>{titleOf(work)}</bdi>
      ) : (
        <Anchor underline="always" href={address} target="_blank" rel="noopener" className={styles.title}>
          <bdi>{titleOf(work)}</bdi>
        </Anchor>
      )}
      <Text span size="sm" c="dimmed" fw={400}>
        {byline !== '' && (
          <>
            by <bdi>{byline}</bdi>,{' '}
          </>
        )}
        {counted(parts, ...kindNames[kind].parts)}
      </Text>
    </span>
  );
}

/** School by school, and in each the way that is chosen: the server sorts. */
const columns: readonly Column<SchoolWork>[] = [
  {
    key: 'title',
    header: 'Title',
    heading: true,
    cell: (work) => <TitleCell work={work} />,
  },
  {
    key: 'school',
    header: 'School',
    cell: ({ school }) => <bdi>{school.school_name}</bdi>,
    width: '240px',
  },
  {
    key: 'published_at',
    header: 'In the library since',
    cell: ({ published_at }) => published_at !== null && <Day at={published_at} />,
    width: '176px',
    hideUnder: 768,
  },
];

/** Books or stories that the schools of an organization show to everybody. They open where they are: in their school. */
export function SchoolWorksScreen({ kind, api = apiClient }: { kind: WorkKind; api?: ApiClient }) {
  const works = useSchoolWorks(kind, api);
  const { status, value, isGone, as_of, busy, reload, pages, list, school } = works;
  const { one, many, Many } = kindNames[kind];
  const isMissing = status === 'unreachable' || status === 'failed';
  const count = value?.count ?? 0;
  const isNarrowed = school !== null || list.q !== '';

  return (
    <Screen
      title={Many}
      description="What your schools show to everybody, school by school. Whatever else they have is seen in the schools alone."
    >
      <ListToolbar
        search={{
          label: 'Search by title or author',
          value: list.q,
          onSearch: list.search,
          quiet: limits.searchDebounce,
        }}
        filters={
          <>
            <ListFilter
              label="School"
              any="All schools"
              value={school}
              choices={(value?.schools ?? []).map((each) => ({
                value: each.id,
                label: `${each.school_name} (${each.works.toLocaleString('en')})`,
              }))}
              onChange={works.showSchool}
            />
            <ListFilter
              label="In each school"
              any="Newest first"
              value={works.sort === 'title' ? 'title' : null}
              choices={[{ value: 'title', label: 'By title' }]}
              onChange={(by) => list.sortBy({ key: by ?? 'published_at', descending: false })}
            />
          </>
        }
        narrowed={school !== null && count > 0}
        onShowAll={works.showAll}
        tools={
          <CsvButton
            list={Many}
            disabled={count === 0 || as_of !== null}
            read={async () => schoolWorksCsv(await works.readAll(), addressOf)}
            explain={(error) => failureOf(error).text}
          />
        }
      />
      {isMissing ? (
        <AnswerMissing
          status={status}
          busy={busy}
          isGone={isGone}
          failed={`The ${many} could not be fetched`}
          unreachable={`The ${many} of your schools show up here ${asSoonAsReached}.`}
          onRetry={reload}
        />
      ) : (
        <div className={styles.list}>
          {as_of !== null && <KeptNote asOf={as_of} busy={busy} onRetry={reload} />}
          <DataTable
            caption={Many}
            columns={columns}
            rows={value?.results ?? []}
            rowKey={({ id }) => id}
            loading={value === null}
            empty={
              isNarrowed ? (
                <NothingMatches
                  noun={many}
                  search={list.q}
                  isFiltered={school !== null}
                  onClear={works.showAll}
                />
              ) : (
                <EmptyState
                  picture={<EmptyShelfIllustration />}
                  title={`Your schools show no ${many} yet`}
                  text="What a school publishes for everybody stands here."
                />
              )
            }
          />
          {count > 0 && (
            <Pager
              page={list.page}
              pages={pages}
              pageSize={pageSize}
              count={count}
              noun={[one, many]}
              onPage={list.goTo}
            />
          )}
        </div>
      )}
    </Screen>
  );
}
