import { Anchor, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { limits } from '#contract/kit/limits.ts';
import { titleOf } from '#contract/works/works.rules.ts';
import { workKinds } from '#contract/works/works.schema.ts';
import type { WaitingStory } from '#contract/writing/reviews.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { useSchoolPlaces } from '#src/session/school-places.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { DataTable, type Column } from '#src/ui/data-table.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { KeysetPager } from '#src/ui/keyset-pager.tsx';
import { ListFilter } from '#src/ui/list-filters.tsx';
import { ListFrame } from '#src/ui/list-frame.tsx';
import { Since } from '#src/ui/since.tsx';
import { NothingMatches } from '#src/ui/nothing-matches.tsx';
import { EmptyShelfIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { useNarrowing } from './review-narrowing.ts';
import { useReviewQueue } from './use-review-queue.ts';

const kindWords = { book: 'Book', story: 'Story', message: 'Message' } as const;

function TitleLink({ story }: { story: WaitingStory }) {
  const places = useSchoolPlaces();
  const { keepIn } = useNarrowing();
  return (
    <Anchor component={Link} to={keepIn(places.review(story.id))} dir="auto">
      {titleOf(story)}
    </Anchor>
  );
}

const columns: readonly Column<WaitingStory>[] = [
  {
    key: 'title',
    header: 'Title',
    heading: true,
    cell: (story) => (
      <>
        <TitleLink story={story} />
        <Text size="sm" c="dimmed" fw={400}>
          {kindWords[story.kind]}
          {story.state === 'approved' && ', approved, not published yet'}
        </Text>
      </>
    ),
  },
  {
    key: 'author',
    header: 'By',
    cell: ({ author }) => <bdi>{`${author.first_name} ${author.last_name}`.trim()}</bdi>,
  },
  {
    key: 'class',
    header: 'Class',
    cell: ({ school_class }) =>
      school_class ? (
        <bdi>{school_class.name}</bdi>
      ) : (
        <Text span c="dimmed">
          No class
        </Text>
      ),
  },
  {
    key: 'since',
    header: 'Handed in',
    width: '160px',
    cell: ({ submitted_at }) => <Since at={submitted_at} />,
  },
];

interface ReviewQueueProps {
  /** The way back, where the menu does not show it. */
  breadcrumb?: ReactNode;
  api?: ApiClient;
}

/** Books and stories that wait for whoever looks, the one that waits longest first. */
export function ReviewQueue({ breadcrumb, api = apiClient }: ReviewQueueProps) {
  const { list, kind, schoolClass, classes, answer, pager, showAll } = useReviewQueue(api);
  const { value } = answer;
  const isNarrowed = list.q !== '' || kind !== null || schoolClass !== null;
  return (
    <Screen title="To review" description="The one that waits longest comes first." breadcrumb={breadcrumb}>
      <ListFrame
        answer={answer}
        search={{
          label: 'Search by title or author',
          value: list.q,
          onSearch: list.search,
          quiet: limits.searchDebounce,
        }}
        filters={
          <>
            <ListFilter
              label="Class"
              any="All classes"
              value={schoolClass}
              choices={classes.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(wanted) => list.narrow({ class: wanted })}
            />
            <ListFilter
              label="Kind"
              any="All kinds"
              value={kind}
              choices={workKinds.map((each) => ({ value: each, label: kindWords[each] }))}
              onChange={(wanted) => list.narrow({ kind: wanted })}
            />
          </>
        }
        narrowed={isNarrowed && (value?.count ?? 0) > 0}
        onShowAll={showAll}
        failed="The books and stories could not be fetched"
        unreachable={`Books and stories that wait for you show up here ${asSoonAsReached}.`}
        pager={
          value !== null &&
          value.count > 0 && <KeysetPager {...pager} noun={['book or story', 'books and stories']} />
        }
      >
        <DataTable
          caption="To review"
          columns={columns}
          rows={value?.results ?? []}
          rowKey={({ id }) => id}
          loading={value === null}
          empty={
            isNarrowed ? (
              <NothingMatches
                noun="books or stories"
                search={list.q}
                isFiltered={kind !== null || schoolClass !== null}
                onClear={showAll}
              />
            ) : (
              <EmptyState
                picture={<EmptyShelfIllustration />}
                title="Nothing is waiting for you"
                text="What your students hand in shows up here."
              />
            )
          }
        />
      </ListFrame>
    </Screen>
  );
}
