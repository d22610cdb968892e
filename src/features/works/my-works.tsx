import { useCallback, useEffect } from 'react';
import * as v from 'valibot';
import { limits } from '#contract/kit/limits.ts';
import { workEndpoints } from '#contract/works/works.endpoints.ts';
import { WorkCard } from '#contract/works/works.schema.ts';
import { apiClient } from '#src/session/api.ts';
import { askToKeep } from '#src/session/keep-part.ts';
import { useKeptAnswer } from '#src/session/use-kept-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { EmptyShelfIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { KindWordsForMe } from './kind-words-for-me.tsx';
import { myShelves, worksOf, type WorkList } from './my-works.rules.ts';
import { ShelfRow } from './shelf-row.tsx';
import { ShelfMissing, WaitingRow } from './shelf-states.tsx';
import { WorkCardLink } from './work-card-link.tsx';
import styles from './works.module.css';

const kept = { name: 'my works', question: 'all', schema: v.array(WorkCard) };

interface MyWorksProps {
  /** One list alone; null for what waits, and the beginning of each list. */
  list: WorkList | null;
  listHref: (list: WorkList) => string;
  api?: ApiClient;
}

/** What the signed-in child has made; without a network as it was seen last. */
export function MyWorks({ list, listHref, api = apiClient }: MyWorksProps) {
  const load = useCallback(
    async (signal: AbortSignal) => {
      const query = { author: 'me', state: 'any', limit: limits.worksPerPage } as const;
      const { results } = await api.call(workEndpoints.list, { query }, { signal });
      return results;
    },
    [api],
  );
  const { status, value: works, busy, reload } = useKeptAnswer(kept, load);
  useEffect(() => {
    // A child's own books open without a network as those of the library do.
    void askToKeep('library');
  }, []);

  if (works === null && status === 'loading') return <WaitingRow title={list ?? 'My books'} />;
  if (works === null) return <ShelfMissing what="Your books" status={status} busy={busy} onRetry={reload} />;
  if (list === null)
    return (
      <>
        {myShelves(works).map((shelf) => (
          <ShelfRow
            key={shelf.title}
            title={shelf.title}
            works={shelf.works}
            all={shelf.list ? { to: listHref(shelf.list), count: shelf.count } : undefined}
          />
        ))}
        {works.some(({ state }) => state === 'published') && <KindWordsForMe api={api} />}
      </>
    );
  const found = worksOf(list, works);
  return found.length === 0 ? (
    <EmptyState
      picture={<EmptyShelfIllustration />}
      title={list === 'My Books' ? 'You have no books yet' : 'You have no stories yet'}
    />
  ) : (
    <ul className={styles.grid} aria-label={list} aria-busy={busy}>
      {found.map((work) => (
        <li key={work.id}>
          <WorkCardLink work={work} />
        </li>
      ))}
    </ul>
  );
}
