import { Loader, Text } from '@mantine/core';
import { useCallback, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { limits } from '#contract/kit/limits.ts';
import { titleOf } from '#contract/works/works.rules.ts';
import { reviewEndpoints } from '#contract/writing/reviews.endpoints.ts';
import type { WaitingStory } from '#contract/writing/reviews.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { useListState } from '#src/ui/list-state.ts';
import { saySince, useNow } from '#src/ui/moments.ts';
import { Pager } from '#src/ui/pager.tsx';
import { EmptyShelfIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { usePages } from '#src/ui/use-pages.ts';
import styles from './writing.module.css';

const kindBy = { book: 'A book by ', story: 'A story by ', message: 'A message by ' } as const;

const keys = ['oldest'];
const oldest = { key: 'oldest', descending: false };

function nameOf({ author }: WaitingStory): string {
  return `${author.first_name} ${author.last_name}`.trim();
}

interface ReviewQueueProps {
  hrefOf: (story: WaitingStory) => string;
  /** The way back, where the menu does not show it. */
  breadcrumb?: ReactNode;
  api?: ApiClient;
}

/** Books and stories that wait for whoever looks, the one that waits longest first. */
export function ReviewQueue({ hrefOf, breadcrumb, api = apiClient }: ReviewQueueProps) {
  const list = useListState(keys, oldest);
  const { page } = list;
  const now = useNow();
  const size = limits.pageDefault;
  const load = useCallback(
    (signal: AbortSignal) =>
      api.call(
        reviewEndpoints.listWaiting,
        { query: { kinds: 'all', limit: size, offset: (page - 1) * size } },
        { signal },
      ),
    [api, page, size],
  );
  const answer = useAnswer(load);
  const { status, value, isGone, busy, reload } = answer;
  const pages = usePages(answer, list, size);
  return (
    <Screen title="To review" description="The one that waits longest comes first." breadcrumb={breadcrumb}>
      <div className={styles.queue}>
        {value === null && status === 'loading' && (
          <Loader role="status" aria-label="Books and stories are being looked for" />
        )}
        {value === null && (status === 'failed' || status === 'unreachable') && (
          <AnswerMissing
            status={status}
            busy={busy}
            isGone={isGone}
            failed="The books and stories could not be fetched"
            unreachable={`Books and stories that wait for you show up here ${asSoonAsReached}.`}
            onRetry={reload}
          />
        )}
        {value?.count === 0 && (
          <EmptyState
            picture={<EmptyShelfIllustration />}
            title="Nothing is waiting for you"
            text="What your students hand in shows up here."
          />
        )}
        {value && value.results.length > 0 && (
          <ul className={styles.list} aria-busy={busy}>
            {value.results.map((story) => (
              <li key={story.id}>
                <Link to={hrefOf(story)} className={styles.card}>
                  <Text fw={700} size="lg" dir="auto">
                    {titleOf(story)}
                  </Text>
                  <Text dir="auto">
                    {kindBy[story.kind]}
                    {nameOf(story)}
                    {story.school_class ? `, ${story.school_class.name}` : ''}
                  </Text>
                  <Text c="dimmed">
                    {story.state === 'approved' ? 'Approved, not published yet. ' : ''}
                    Handed in {saySince(story.submitted_at, now)}
                  </Text>
                </Link>
              </li>
            ))}
          </ul>
        )}
        {value && value.count > 0 && (
          <Pager
            count={value.count}
            page={page}
            pages={pages}
            pageSize={size}
            noun={['book or story', 'books and stories']}
            onPage={list.goTo}
          />
        )}
      </div>
    </Screen>
  );
}
