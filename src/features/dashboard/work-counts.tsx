import { Title } from '@mantine/core';
import { useCallback, useId } from 'react';
import { libraryEndpoints } from '#contract/works/library.endpoints.ts';
import type { WorkStats } from '#contract/works/library.schema.ts';
import { apiClient } from '#src/session/api.ts';
import { useSchoolPlaces } from '#src/session/school-places.ts';
import { useStats } from '#src/session/use-stats.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { MissingNote } from '#src/ui/missing-note.tsx';
import { NumberTiles, type NumberTile } from '#src/ui/number-tiles.tsx';
import styles from './dashboard.module.css';

/** How far the books and stories have got of the children whom one looks after. */
export function WorkCounts({ api = apiClient }: { api?: ApiClient }) {
  const { reviews } = useSchoolPlaces();
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
          { label: 'To review', value: ofBoth(({ submitted }) => submitted), to: reviews },
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
  return (
    <section className={styles.works} aria-labelledby={headingId}>
      <Title order={2} size="h3" id={headingId}>
        Books and stories
      </Title>
      {tiles.length > 0 && <NumberTiles tiles={tiles} />}
      <MissingNote of={[stories, books]} />
    </section>
  );
}
