import { useWindowEvent } from '@mantine/hooks';
import { useCallback, useMemo, useRef, useState, type ComponentType, type ReactNode } from 'react';
import type { CatalogueWork } from '#contract/catalogue/catalogue.schema.ts';
import type { SchoolClass } from '#contract/classes/classes.schema.ts';
import { limits } from '#contract/kit/limits.ts';
import { paths } from '#contract/kit/paths.ts';
import { seesWholeSchool } from '#contract/kit/roles.ts';
import { titleOf } from '#contract/works/works.rules.ts';
import type { WorkKind } from '#contract/works/works.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { noteList, noteListInput } from '#src/session/saved-lists.ts';
import { useAllRows, useReplica } from '#src/session/use-replica.ts';
import { useUser } from '#src/session/use-session.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { CsvButton } from '#src/ui/csv-button.tsx';
import { sortRows } from '#src/ui/data-table.rows.ts';
import { DataTable } from '#src/ui/data-table.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { KeptNote } from '#src/ui/kept-note.tsx';
import { ListToolbar } from '#src/ui/list-toolbar.tsx';
import { NothingMatches } from '#src/ui/nothing-matches.tsx';
import { notify } from '#src/ui/notify.tsx';
import { Pager } from '#src/ui/pager.tsx';
import { EmptyShelfIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { CatalogueActing, type SaleOf } from './catalogue-acting.tsx';
import { CatalogueBulkBar } from './catalogue-bulk-bar.tsx';
import { catalogueCsv } from './catalogue-csv.ts';
import { CatalogueFilters } from './catalogue-filters.tsx';
import { CatalogueRowMenu } from './catalogue-row-menu.tsx';
import { catalogueColumns } from './catalogue.columns.tsx';
import { kindNames } from './catalogue.words.ts';
import styles from './catalogue.module.css';
import { pageSize, useCatalogue } from './use-catalogue.ts';
import { useCatalogueChanges } from './use-catalogue-changes.ts';
import { usePickedWorks } from './use-picked-works.ts';
import { useShelfNames } from './use-shelf-names.ts';

interface CatalogueScreenProps {
  kind: WorkKind;
  description: string;
  /** What else can be done here. */
  actions?: ReactNode;
  /** The way back, where the menu does not show it. */
  breadcrumb?: ReactNode;
  /** Asks whether one is for sale, and for how much; left out for those who do not run the shop. */
  Sale?: ComponentType<SaleOf>;
  api?: ApiClient;
}

const byName = { key: 'name', sortBy: ({ name }: SchoolClass) => name };

/** Classes in which something can be made; those that ended are none of them. */
function useGoingClasses(): readonly SchoolClass[] {
  const { rows } = useAllRows('classes');
  return useMemo(
    () =>
      sortRows(
        rows.filter(({ archived_at }) => archived_at === null),
        [byName],
        { key: byName.key, descending: false },
      ),
    [rows],
  );
}

/** With what one finds a work; each list has a guided tour of its own. */
function Finding({ kind, children }: { kind: WorkKind; children: ReactNode }) {
  return kind === 'book' ? (
    <div className={styles.list} data-tour="book-list">
      {children}
    </div>
  ) : (
    <div className={styles.list} data-tour="story-list">
      {children}
    </div>
  );
}

/** Books or stories of those whom one looks after, and what can be done with one or with several. */
export function CatalogueScreen({
  kind,
  description,
  actions,
  breadcrumb,
  Sale,
  api = apiClient,
}: CatalogueScreenProps) {
  const user = useUser();
  const isOffice = user !== null && seesWholeSchool(user.role);
  // What leaves the school is taken along by its own people, and stands in its audit.
  const isGuest = Boolean(user?.visiting?.may);
  const classes = useGoingClasses();
  const shelves = useShelfNames(api);
  const catalogue = useCatalogue(kind, api);
  const { status, value, isGone, as_of, busy, reload, pages, list, isNarrowed } = catalogue;
  const works = value?.results ?? [];
  const { chosen, picked, pick, pickAll, letGo } = usePickedWorks(works);
  const place = useRef<HTMLDivElement>(null);
  const replica = useReplica();
  const [isFetching, setFetching] = useState(false);
  const shelfName = useCallback(
    (id: string) => shelves.find((shelf) => shelf.id === id)?.name ?? '',
    [shelves],
  );
  const columns = useMemo(() => catalogueColumns(shelfName), [shelfName]);
  const { one, many, Many } = kindNames[kind];
  const isMissing = status === 'unreachable' || status === 'failed';
  const isSearched = list.q !== '' || isNarrowed;
  const count = value?.count ?? 0;

  /** What had the focus goes with the bar; the keyboard goes on from the list. */
  function forget(changed: readonly CatalogueWork[]) {
    letGo(changed);
    place.current?.focus({ preventScroll: true });
  }

  const changes = useCatalogueChanges(kind, {
    api,
    onDone: (changed) => {
      forget(changed);
      reload();
    },
  });

  /** Those of all pages. */
  async function pickEach(): Promise<void> {
    setFetching(true);
    try {
      pickAll(await catalogue.readAll());
    } catch (error) {
      notify.error('Not all could be selected', failureOf(error).text);
    }
    setFetching(false);
  }

  async function readCsv(): Promise<string> {
    const addressOf = (work: { slug: string }) => `${window.location.origin}${paths.work({ id: work.slug })}`;
    const all = await catalogue.readAll();
    const file = catalogueCsv(all, { shelfName, addressOf });
    await replica.enqueue(noteList, noteListInput('works', all.length));
    return file;
  }

  useWindowEvent('keydown', ({ key, target, defaultPrevented }) => {
    // A menu or a dialog above the list has its own use for the key.
    const isInList = target instanceof Node && place.current?.contains(target) === true;
    if (key === 'Escape' && isInList && chosen.length > 0 && !defaultPrevented) forget(chosen);
  });

  return (
    <Screen title={Many} breadcrumb={breadcrumb} description={description} actions={actions}>
      <Finding kind={kind}>
        <ListToolbar
          search={{
            label: 'Search by title or author',
            value: list.q,
            onSearch: list.search,
            quiet: limits.searchDebounce,
          }}
          filters={<CatalogueFilters catalogue={catalogue} classes={classes} shelves={shelves} />}
          narrowed={isNarrowed && count > 0}
          onShowAll={catalogue.showAll}
          sorting={{ columns, sort: list.sort, onSort: list.sortBy }}
          tools={
            !isGuest && (
              <CsvButton
                list={Many}
                disabled={count === 0 || as_of !== null || isFetching}
                read={readCsv}
                explain={(error) => failureOf(error).text}
              />
            )
          }
        />
      </Finding>
      <CatalogueActing kind={kind} shelves={shelves} changes={changes} {...(Sale && { Sale })}>
        {(acts) =>
          isMissing ? (
            <AnswerMissing
              status={status}
              busy={busy}
              isGone={isGone}
              failed={`The ${many} could not be fetched`}
              unreachable={`The list is kept at your school. It shows up here ${asSoonAsReached}.`}
              onRetry={reload}
            />
          ) : (
            <div ref={place} role="group" aria-label={Many} tabIndex={-1} className={styles.list}>
              {as_of !== null && <KeptNote asOf={as_of} busy={busy} onRetry={reload} />}
              <DataTable
                caption={Many}
                columns={columns}
                rows={works}
                rowKey={({ id }) => id}
                sort={list.sort}
                onSort={list.sortBy}
                hasSortAbove
                loading={value === null}
                {...(as_of === null && {
                  selection: { picked, pick, label: (work: CatalogueWork) => `Select ${titleOf(work)}` },
                  renderActions: (work: CatalogueWork) => (
                    <CatalogueRowMenu work={work} acts={acts} isOffice={isOffice} />
                  ),
                })}
                empty={
                  isSearched ? (
                    <NothingMatches
                      noun={many}
                      search={list.q}
                      isFiltered={isNarrowed}
                      onClear={catalogue.showAll}
                    />
                  ) : (
                    <EmptyState
                      picture={<EmptyShelfIllustration />}
                      title={`There are no ${many} yet`}
                      text="What your students write is here from its first word."
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
              {as_of === null && chosen.length > 0 && (
                <CatalogueBulkBar
                  label={`Selected ${many}`}
                  works={chosen}
                  all={chosen.length < count ? count : null}
                  acts={acts}
                  isOffice={isOffice}
                  onPickAll={() => void pickEach()}
                  onClear={() => forget(chosen)}
                />
              )}
            </div>
          )
        }
      </CatalogueActing>
    </Screen>
  );
}
