import { Button, Text, Title } from '@mantine/core';
import { useCallback, useId } from 'react';
import { libraryEndpoints } from '#contract/works/library.endpoints.ts';
import type { WorkStats } from '#contract/works/library.schema.ts';
import { apiClient } from '#src/session/api.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import { ApiProblem, type ApiClient } from '#src/sync/api-client.ts';
import { NumberTiles, type NumberTile } from '#src/ui/number-tiles.tsx';
import styles from './dashboard.module.css';

type Answer = { stats: WorkStats } | { problem: string };
type Load = (signal: AbortSignal) => Promise<WorkStats>;

/** Specification, section 8: what the server says of a failure, or else `words`. */
function useStats(load: Load, words: string) {
  const ask = useCallback(
    async (signal: AbortSignal): Promise<Answer> => {
      try {
        return { stats: await load(signal) };
      } catch (error) {
        if (error instanceof ApiProblem) return { problem: error.message === '' ? words : error.message };
        throw error;
      }
    },
    [load, words],
  );
  const { status, value, busy, reload } = useAnswer(ask);
  const isMissing = status === 'failed' || status === 'unreachable';
  return {
    stats: value && 'stats' in value ? value.stats : null,
    problem: value && 'problem' in value ? value.problem : isMissing ? words : null,
    busy,
    reload,
  };
}

interface WorkCountsProps {
  /** Where what was handed in is read. */
  reviewsHref: string;
  api?: ApiClient;
}

/** How far the books and stories have got of the children whom one looks after. */
export function WorkCounts({ reviewsHref, api = apiClient }: WorkCountsProps) {
  const headingId = useId();
  const books = useStats(
    useCallback(
      async (signal) => (await api.call(libraryEndpoints.readTeacherBookStats, {}, { signal })).book_stats,
      [api],
    ),
    'Failed to fetch book stats',
  );
  const stories = useStats(
    useCallback(
      async (signal) => (await api.call(libraryEndpoints.readTeacherStoryStats, {}, { signal })).blog_stats,
      [api],
    ),
    'Failed to fetch story stats',
  );
  const ofBoth = (count: (stats: WorkStats) => number) =>
    books.stats && stories.stats && count(books.stats) + count(stories.stats);
  const tiles: NumberTile[] = [
    // Where one of the two is missing, a sum would be too small.
    ...(books.problem === null && stories.problem === null
      ? [
          { label: 'To review', value: ofBoth(({ submitted }) => submitted), to: reviewsHref },
          { label: 'Being written', value: ofBoth(({ draft, returned }) => draft + returned) },
        ]
      : []),
    ...(stories.problem === null
      ? [{ label: 'Stories in the library', value: stories.stats?.published ?? null }]
      : []),
    ...(books.problem === null
      ? [{ label: 'Books in the library', value: books.stats?.published ?? null }]
      : []),
  ];
  const problems = [stories.problem, books.problem].filter((problem) => problem !== null);
  return (
    <section className={styles.works} aria-labelledby={headingId}>
      <Title order={2} size="h3" id={headingId}>
        Books and stories
      </Title>
      {tiles.length > 0 && <NumberTiles tiles={tiles} />}
      {problems.length > 0 && (
        <div className={styles.missing} role="status">
          {[...new Set(problems)].map((problem) => (
            <Text key={problem} c="dimmed">
              {problem}
            </Text>
          ))}
          <Button
            variant="default"
            loading={books.busy || stories.busy}
            onClick={() => {
              if (books.problem !== null) books.reload();
              if (stories.problem !== null) stories.reload();
            }}
          >
            Try again
          </Button>
        </div>
      )}
    </section>
  );
}
