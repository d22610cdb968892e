import { useMemo, type ReactNode } from 'react';
import { limits } from '#contract/kit/limits.ts';
import { useWordsForReader } from '#src/session/page-reader.ts';
import { pageOfRows, sortRows } from '#src/ui/data-table.rows.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { useListState } from '#src/ui/list-state.ts';
import { ListToolbar } from '#src/ui/list-toolbar.tsx';
import { NoNetwork } from '#src/ui/no-network.tsx';
import { NothingMatches } from '#src/ui/nothing-matches.tsx';
import { Pager } from '#src/ui/pager.tsx';
import { EmptyShelfIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { classOrders, searchClasses } from './class-list.rules.ts';
import { ClassShelf, ClassShelfSkeleton } from './class-shelf.tsx';
import { useClasses } from './classes.queries.ts';
import { TryAgainButton } from './try-again-button.tsx';

const pageSize = 24;
const keys = classOrders.map(({ key }) => key);
const byName = { key: 'name', descending: false };

const title = 'There are no classes yet';
const nothingYet = {
  office: { title, text: 'Create the first class. A name is enough.' },
  other: { title, text: 'A class appears here as soon as the school office has made it.' },
};

interface ClassListScreenProps {
  /** Where else one can go from here; the area knows. */
  actions?: ReactNode;
}

export function ClassListScreen({ actions }: ClassListScreenProps) {
  const { status, classes } = useClasses();
  const noClasses = useWordsForReader(nothingYet);
  const list = useListState(keys, byName);
  const { q, sort } = list;
  const found = useMemo(() => sortRows(searchClasses(classes, q), classOrders, sort), [classes, q, sort]);
  const shown = pageOfRows(found, list.page, pageSize);

  return (
    <Screen title="Classes" actions={actions}>
      {status === 'unreachable' && (
        <NoNetwork
          title="Failed to fetch class data"
          waits="Your classes come to this device the first time that the school can be reached. From then on they are here without a network too."
          action={<TryAgainButton />}
        />
      )}
      {status === 'loading' && <ClassShelfSkeleton arrived={classes.length} />}
      {status === 'ready' && classes.length === 0 && (
        <EmptyState picture={<EmptyShelfIllustration />} {...noClasses} />
      )}
      {status === 'ready' && classes.length > 0 && (
        <>
          <ListToolbar
            search={{
              label: 'Search classes',
              value: q,
              onSearch: list.search,
              quiet: limits.searchDebounce,
            }}
            narrowed={false}
            onShowAll={() => list.search('')}
            sorting={{ columns: classOrders, sort, onSort: list.sortBy }}
          />
          {found.length === 0 && <NothingMatches noun="classes" search={q} onClear={() => list.search('')} />}
          <ClassShelf classes={shown.rows} />
          <Pager
            {...shown}
            pageSize={pageSize}
            count={found.length}
            noun={['class', 'classes']}
            onPage={list.goTo}
          />
        </>
      )}
    </Screen>
  );
}
