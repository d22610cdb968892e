import '#src/ui/classroom-styles.ts';
import { Anchor, Button, Group, Skeleton, VisuallyHidden } from '@mantine/core';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import type { Shelves } from '#contract/works/library.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { askToKeep } from '#src/session/keep-part.ts';
import { useIsVisitor, useTenant, useUser } from '#src/session/use-session.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { Ear } from '#src/ui/ear.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Pager } from '#src/ui/pager.tsx';
import { EmptyShelfIllustration, NothingFoundIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { useAddress } from '#src/ui/use-address.ts';
import { ContinueReading } from './continue-reading.tsx';
import { KeptLink, KeptShelf } from './kept-shelf.tsx';
import { LibraryFilters } from './library-filters.tsx';
import {
  AllResources,
  OpenResource,
  ResourceShelf,
  teachersShelf,
  useTeachersShelf,
} from './resource-shelf.tsx';
import { PickedShelf } from './picked-shelf.tsx';
import { useNothingPublished } from '#src/document/shelf-states.tsx';
import { ShelfRow } from './shelf-row.tsx';
import { useLibraryFilters, useShelves, useWorks } from './use-library.ts';
import { WorkCardLink } from '#src/document/work-card-link.tsx';
import styles from '#src/document/works.module.css';

/** Covers of what is on its way; not shown where that comes at once. */
function WaitingCovers() {
  return (
    <>
      <VisuallyHidden role="status">Loading</VisuallyHidden>
      <div className={styles.grid} aria-hidden data-waiting>
        {Array.from({ length: 12 }, (_, place) => (
          <div key={place}>
            <Skeleton className={styles.cover} />
            <Skeleton height={18} width="80%" mt={10} />
            <Skeleton height={14} width="50%" mt={8} />
          </div>
        ))}
      </div>
    </>
  );
}

const unreachable = `The library is kept at your school. It shows up here ${asSoonAsReached}; what you keep on this tablet opens now.`;

function AllShelves({ shelves }: { shelves: Shelves }) {
  const words = useNothingPublished();
  if (shelves.count === 0) return <EmptyState picture={<EmptyShelfIllustration />} {...words} />;
  return (
    <>
      {shelves.featured.length > 0 && <ShelfRow title="Chosen for you" works={shelves.featured} />}
      <ShelfRow title="New on the shelf" works={shelves.newest} />
      {shelves.shelves.map(({ category, works }) => (
        <ShelfRow
          key={category.id}
          title={category.name}
          works={works}
          all={
            category.works > works.length
              ? { to: paths.library({ category: category.slug }), count: category.works }
              : undefined
          }
        />
      ))}
    </>
  );
}

interface FoundProps {
  api: ApiClient;
  filters: ReturnType<typeof useLibraryFilters>;
}

/** What search and filters let through, in rows of covers. */
function Found({ api, filters }: FoundProps) {
  const { status, value, isGone, busy, reload, pages, pageSize } = useWorks(api, filters);
  const { list, clear, mode, lookInAllModes } = filters;
  if (status === 'unreachable' || status === 'failed')
    return (
      <AnswerMissing
        status={status}
        busy={busy}
        isGone={isGone}
        failed="The library could not be fetched"
        unreachable={unreachable}
        onRetry={reload}
      />
    );
  if (value === null) return <WaitingCovers />;
  if (value.count === 0)
    return (
      <EmptyState
        picture={<NothingFoundIllustration />}
        title={list.q === '' ? 'Nothing like that is on the shelf' : `Nothing matches “${list.q}”`}
        text={
          mode
            ? `Only “${mode.name}” was looked through. Perhaps it stands in another mode.`
            : 'Try other words, or fewer of them.'
        }
        action={
          <Group justify="center">
            {mode && <Button onClick={lookInAllModes}>Look in all modes</Button>}
            <Button variant="default" onClick={clear}>
              Show everything
            </Button>
          </Group>
        }
      />
    );
  return (
    <>
      <ul className={styles.grid} aria-label="Books and stories" aria-busy={busy}>
        {value.results.map((work) => (
          <li key={work.id}>
            <WorkCardLink work={work} />
          </li>
        ))}
      </ul>
      <Pager
        page={list.page}
        pages={pages}
        pageSize={pageSize}
        count={value.count}
        noun={['book or story', 'books and stories']}
        onPage={list.goTo}
      />
    </>
  );
}

/** The way to hand in a book, for visitors. */
function OfferLink() {
  return useIsVisitor() ? (
    <Button component={Link} to={paths.books()} variant="default" size="md">
      Hand in a book
    </Button>
  ) : null;
}

function Library({ api }: { api: ApiClient }) {
  const { tenant } = useTenant();
  const isChild = useUser()?.role === 'student';
  const filters = useLibraryFilters();
  const { status, value, isGone, busy, reload } = useShelves(api);

  useEffect(() => {
    // Where somebody has read once, the library opens without a network too.
    void askToKeep('library');
  }, []);

  return (
    <Screen
      title="Library"
      actions={
        <>
          {isChild && <Ear words="Here are the books. Tap the one that you like." />}
          <OfferLink />
          <KeptLink />
        </>
      }
      description={tenant && <span dir="auto">Books and stories at {tenant.school_name}</span>}
    >
      <LibraryFilters filters={filters} shelves={value} />
      {!filters.isFiltered && <ContinueReading api={api} />}
      {status === 'unreachable' && <KeptShelf />}
      {filters.isFiltered ? (
        <Found api={api} filters={filters} />
      ) : status === 'unreachable' || status === 'failed' ? (
        <AnswerMissing
          status={status}
          busy={busy}
          isGone={isGone}
          failed="The library could not be fetched"
          unreachable={unreachable}
          onRetry={reload}
        />
      ) : value ? (
        <>
          <AllShelves shelves={value} />
          {tenant?.is_platform && <PickedShelf api={api} />}
          <ResourceShelf api={api} />
        </>
      ) : (
        <WaitingCovers />
      )}
    </Screen>
  );
}

/** All that the staff share, beside the books. */
function TeachersShelf({ api }: { api: ApiClient }) {
  const { title, shares } = useTeachersShelf();
  return (
    <Screen
      title={title}
      breadcrumb={
        <Anchor component={Link} to={paths.library()}>
          Library
        </Anchor>
      }
      actions={
        shares && (
          <Button component={Link} to={paths.resources()}>
            Share something
          </Button>
        )
      }
    >
      <AllResources api={api} />
    </Screen>
  );
}

/**
 * `/library`: the shelves of the school, what is looked for on them, or all that its staff share. Who signs in or out sees other
 * ones.
 */
export function LibraryScreen({ api = apiClient }: { api?: ApiClient }) {
  const key = useUser()?.id ?? 'visitor';
  const [address] = useAddress();
  const isTeachers = address.get('shelf') === teachersShelf;
  return (
    <>
      {isTeachers ? <TeachersShelf key={key} api={api} /> : <Library key={key} api={api} />}
      <OpenResource key={`open ${key}`} api={api} />
    </>
  );
}
