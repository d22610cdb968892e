import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { limits } from '#contract/kit/limits.ts';
import { paths } from '#contract/kit/paths.ts';
import { moderationEndpoints } from '#contract/moderation/moderation.endpoints.ts';
import { reportedStates, type ReportedWork } from '#contract/moderation/moderation.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { useKeyedList } from '#src/session/use-list.ts';
import { useDeciding } from '#src/session/use-deciding.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { FormModal } from '#src/ui/form-modal.tsx';
import { KeysetPager } from '#src/ui/keyset-pager.tsx';
import { useKeysetTrail } from '#src/ui/keyset-trail.ts';
import { ListFilter } from '#src/ui/list-filters.tsx';
import { ListFrame } from '#src/ui/list-frame.tsx';
import { useListState } from '#src/ui/list-state.ts';
import { NothingMatches } from '#src/ui/nothing-matches.tsx';
import { notify } from '#src/ui/notify.tsx';
import { EmptyShelfIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { useAddress } from '#src/ui/use-address.ts';
import { useDialog } from '#src/ui/use-dialog.ts';
import { useKeysetPages } from '#src/ui/use-keyset-pages.ts';
import { ReportedCard } from './reported-card.tsx';
import { WritingForm, writingTitles, type Writing } from './report.form.tsx';
import styles from './moderation.module.css';

const keys = ['oldest'];
const oldest = { key: 'oldest', descending: false };
const size = limits.pageDefault;

const calls = {
  takeDown: moderationEndpoints.takeDown,
  appeal: moderationEndpoints.appeal,
  answer: moderationEndpoints.answer,
} as const;

const stateWords = { open: 'Waiting for you', taken_down: 'Taken down' } as const;

const doneWords: Readonly<Record<Writing, string>> = {
  takeDown: 'It is taken down.',
  appeal: 'The platform looks at it again.',
  answer: 'The platform reads your answer.',
};

interface ReportsScreenProps {
  /** The way back to where one came from, where it is no page of a menu. */
  breadcrumb?: ReactNode;
  api?: ApiClient;
}

/** What readers told about books and stories, and what was taken down. Somebody decides about each. */
export function ReportsScreen({ breadcrumb, api = apiClient }: ReportsScreenProps) {
  const list = useListState(keys, oldest);
  const [address] = useAddress();
  const trail = useKeysetTrail();
  const { q: search } = list;
  const state = reportedStates.find((each) => each === address.get('state')) ?? null;
  const answer = useKeyedList(
    api,
    moderationEndpoints.list,
    { after: trail.after, size },
    { search, ...(state !== null && { state }) },
  );
  const { value, busy, reload } = answer;
  const pager = useKeysetPages(answer, trail, size);
  const { isDeciding, decide } = useDeciding(notify, reload);
  const writing = useDialog<{ what: Writing; work: ReportedWork }>();

  const of = ({ id }: ReportedWork) => ({ params: { workId: id } });
  const send = ({ what, work }: { what: Writing; work: ReportedWork }, reason: string) =>
    decide(() => api.call(calls[what], { ...of(work), body: { reason } }), doneWords[what]);
  const isNarrowed = search !== '' || state !== null;
  const showAll = () => list.narrow({ q: null, state: null });
  return (
    <Screen
      title="Reports"
      description="What readers told about books and stories. The oldest comes first."
      breadcrumb={breadcrumb}
    >
      <ListFrame
        answer={answer}
        search={{
          label: 'Search by title',
          value: search,
          onSearch: list.search,
          quiet: limits.searchDebounce,
        }}
        filters={
          <ListFilter
            label="Show"
            any="All reports"
            value={state}
            choices={reportedStates.map((each) => ({ value: each, label: stateWords[each] }))}
            onChange={(wanted) => list.narrow({ state: wanted })}
          />
        }
        narrowed={isNarrowed && (value?.count ?? 0) > 0}
        onShowAll={showAll}
        failed="The reports could not be fetched"
        unreachable={`What readers told shows up here ${asSoonAsReached}.`}
        pager={
          value !== null &&
          (value.count > size || trail.after !== null) && (
            <KeysetPager {...pager} noun={['report', 'reports']} />
          )
        }
      >
        {value === null && <Skeleton height={200} role="status" aria-label="Loading" />}
        {value?.count === 0 &&
          (isNarrowed ? (
            <NothingMatches noun="reports" search={search} isFiltered={state !== null} onClear={showAll} />
          ) : (
            <EmptyState
              picture={<EmptyShelfIllustration />}
              title="Nobody reported anything"
              text="Readers can say on the page of a book or story that something is not right. It shows up here."
            />
          ))}
        {value && value.results.length > 0 && (
          <ul className={styles.list} aria-busy={busy}>
            {value.results.map((work) => (
              <ReportedCard
                key={work.id}
                work={work}
                href={paths.work({ id: work.slug })}
                busy={busy || isDeciding}
                onKeep={() =>
                  void decide(() => {
                    const reports = work.reports.map(({ id }) => id);
                    return api.call(moderationEndpoints.keep, { ...of(work), body: { reports } });
                  }, 'It stays. What was told is done.')
                }
                onTakeDown={() => writing.open({ what: 'takeDown', work })}
                onAppeal={() => writing.open({ what: 'appeal', work })}
                onAnswer={() => writing.open({ what: 'answer', work })}
                onReinstate={() =>
                  void decide(
                    () => api.call(moderationEndpoints.reinstate, of(work)),
                    'It may be on the shelf again.',
                  )
                }
              />
            ))}
          </ul>
        )}
      </ListFrame>
      <FormModal
        opened={writing.opened}
        title={writingTitles[writing.subject?.what ?? 'takeDown']}
        onClose={writing.close}
      >
        {writing.subject && (
          <WritingForm
            writing={writing.subject.what}
            work={writing.subject.work}
            onSubmit={(reason) => (writing.subject ? send(writing.subject, reason) : Promise.resolve(false))}
            onClose={writing.close}
          />
        )}
      </FormModal>
    </Screen>
  );
}
