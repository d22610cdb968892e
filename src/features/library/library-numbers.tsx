import { Title } from '@mantine/core';
import { useCallback, useId } from 'react';
import { paths } from '#contract/kit/paths.ts';
import { libraryEndpoints } from '#contract/works/library.endpoints.ts';
import { apiClient } from '#src/session/api.ts';
import { useStats } from '#src/session/use-stats.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { MissingNote } from '#src/ui/missing-note.tsx';
import { NumberTiles, type NumberTile } from '#src/ui/number-tiles.tsx';
import styles from '#src/document/works.module.css';

/** Specification, section 8. */
const words = 'Failed to fetch book stats';

/** Keyed by whoever looks. How much stands on the shelf that they may see, and how much of it was bought for a cause. */
export function LibraryNumbers({ api = apiClient }: { api?: ApiClient }) {
  const headingId = useId();
  const books = useStats(
    useCallback(
      async (signal) => (await api.call(libraryEndpoints.readBookStats, {}, { signal })).book_stats,
      [api],
    ),
    words,
  );
  const impacts = useStats(
    useCallback(
      async (signal) => (await api.call(libraryEndpoints.readImpacts, {}, { signal })).total_impacts,
      [api],
    ),
    words,
  );
  const tiles: NumberTile[] = [
    ...(books.problem === null
      ? [
          {
            label: 'Books on the shelf',
            value: books.stats?.all_book ?? null,
            to: paths.library({ kind: 'book' }),
          },
          { label: 'Chosen by our teachers', value: books.stats?.featured_book ?? null },
        ]
      : []),
    ...(impacts.problem === null
      ? [{ label: 'Bought and given for causes', value: impacts.stats, to: paths.causes() }]
      : []),
  ];
  return (
    <section className={styles.numbers} aria-labelledby={headingId}>
      <Title order={2} size="h3" id={headingId}>
        Our library in numbers
      </Title>
      {tiles.length > 0 && <NumberTiles tiles={tiles} />}
      <MissingNote of={[books, impacts]} />
    </section>
  );
}
