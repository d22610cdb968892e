import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { editorEndpoints } from '#contract/content/editor.endpoints.ts';
import type { EditedPageRow } from '#contract/content/editor.schema.ts';
import { limits } from '#contract/kit/limits.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { useDeciding } from '#src/session/use-deciding.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { DataTable, type Column } from '#src/ui/data-table.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { ListFilter } from '#src/ui/list-filters.tsx';
import { ListFrame } from '#src/ui/list-frame.tsx';
import { NothingMatches } from '#src/ui/nothing-matches.tsx';
import { notify } from '#src/ui/notify.tsx';
import { Pager } from '#src/ui/pager.tsx';
import { EmptyShelfIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { editedPagePlaces, type PageEditing } from '#contract/content/content.paths.ts';
import { choiceColumn, pageColumns } from './edited-pages.columns.tsx';
import { kindChoices } from '#src/lib/content-kinds.ts';
import { listWords, stateChoices } from './edited-pages.words.ts';
import { NewPageDialog } from './new-page.dialog.tsx';
import { useEditedPages } from './use-edited-pages.ts';

interface EditedPagesScreenProps {
  /** A school chooses which pages of the platform it shows; a champion publishes nothing. */
  editor: PageEditing;
  /** The way back to the page above. */
  breadcrumb?: ReactNode;
  api?: ApiClient;
}

/** Public pages and what has become of each; a school hides those of the platform here, and shows them again. */
export function EditedPagesScreen({ editor, breadcrumb, api = apiClient }: EditedPagesScreenProps) {
  const isSchool = editor === 'school';
  const words = listWords[editor];
  const { page: pageAt } = editedPagePlaces[editor];
  const pages = useEditedPages(api);
  const { value, list, kind, state } = pages;
  const { isDeciding, decide } = useDeciding(notify, pages.reload);
  const showAll = () => list.narrow({ q: null, kind: null, state: null });
  const isNarrowed = kind !== null || state !== null;

  const choice = choiceColumn(isDeciding, (id, chosen, done) => {
    const input = { params: { id }, body: { choice: chosen } };
    void decide(() => api.call(editorEndpoints.choose, input), done);
  });

  const [isMaking, { open: make, close: endMaking }] = useDisclosure(false);
  const navigate = useNavigate();

  const edit: Column<EditedPageRow> = {
    key: 'edit',
    header: 'Edit',
    width: '96px',
    cell: ({ id, title, is_own }) =>
      is_own && (
        <Button component={Link} to={pageAt({ id })} variant="default" aria-label={`Edit ${title}`}>
          Edit
        </Button>
      ),
  };

  return (
    <Screen
      title={words.title}
      description={words.description}
      {...(breadcrumb !== undefined && { breadcrumb })}
      actions={<Button onClick={make}>New page</Button>}
    >
      <NewPageDialog
        api={api}
        isSchool={editor !== 'platform'}
        opened={isMaking}
        onClose={endMaking}
        onMade={({ id, language }) => void navigate(pageAt({ id, language }))}
      />
      <ListFrame
        search={{
          label: 'Search by title or address',
          value: list.q,
          onSearch: list.search,
          quiet: limits.searchDebounce,
        }}
        narrowed={isNarrowed && value?.results.length !== 0}
        onShowAll={showAll}
        filters={
          <>
            <ListFilter
              label="Kind"
              any="All kinds"
              value={kind}
              choices={kindChoices}
              onChange={(wanted) => list.narrow({ kind: wanted })}
            />
            <ListFilter
              label="State"
              any="All states"
              value={state}
              choices={stateChoices}
              onChange={(wanted) => list.narrow({ state: wanted })}
            />
          </>
        }
        answer={pages}
        failed="The pages could not be fetched"
        unreachable={`Pages show up here ${asSoonAsReached}.`}
        pager={
          value !== null &&
          value.count > 0 && (
            <Pager
              page={list.page}
              pages={pages.pages}
              pageSize={pages.size}
              count={value.count}
              noun={['page', 'pages']}
              onPage={list.goTo}
            />
          )
        }
      >
        <DataTable
          caption={words.title}
          columns={isSchool ? [...pageColumns, choice, edit] : [...pageColumns, edit]}
          rows={value?.results ?? []}
          rowKey={({ id }) => id}
          loading={value === null}
          empty={
            isNarrowed || list.q !== '' ? (
              <NothingMatches noun="pages" search={list.q} isFiltered={isNarrowed} onClear={showAll} />
            ) : (
              <EmptyState picture={<EmptyShelfIllustration />} title={words.none} />
            )
          }
        />
      </ListFrame>
    </Screen>
  );
}
