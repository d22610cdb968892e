import { Button, Menu, NativeSelect } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconPencil } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import { categoryEndpoints } from '#contract/works/categories.endpoints.ts';
import type { Category } from '#contract/works/categories.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useList } from '#src/session/use-list.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { DataTable, type Column } from '#src/ui/data-table.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { useListState } from '#src/ui/list-state.ts';
import { notify } from '#src/ui/notify.tsx';
import { undoable } from '#src/ui/undo.tsx';
import { Pager } from '#src/ui/pager.tsx';
import { EmptyShelfIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { RowMenu } from '#src/ui/row-menu.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { useAddress } from '#src/ui/use-address.ts';
import { usePages } from '#src/ui/use-pages.ts';

const pageSize = 50;
const keys = ['name'];
const byName = { key: 'name', descending: false };

const { categoryForm } = paths.school;

function useCategories(api: ApiClient) {
  const [address] = useAddress();
  const isArchived = address.has('archived');
  const list = useListState(keys, byName);
  const { page } = list;
  const answer = useList(
    api,
    categoryEndpoints.list,
    { page, size: pageSize },
    { is_archived: isArchived ? 'true' : 'false' },
  );
  return {
    ...answer,
    pages: usePages(answer, list, pageSize),
    list,
    isArchived,
    showArchived: (wanted: boolean) => list.narrow({ archived: wanted ? '' : null }),
  };
}

/** `book-categories`: the shelves of the library, and which of them are put away. */
export function CategoriesScreen({ api = apiClient }: { api?: ApiClient }) {
  const navigate = useNavigate();
  const { status, value, isGone, busy, reload, pages, list, isArchived, showArchived } = useCategories(api);
  const [working, setWorking] = useState<string | null>(null);
  const columns = useMemo(
    (): readonly Column<Category>[] => [
      {
        key: 'name',
        header: 'Name',
        heading: true,
        // What is put away keeps its name.
        cell: ({ id, name, archived_at }) =>
          archived_at === null ? (
            <Link to={categoryForm({ categoryId: id })} dir="auto">
              {name}
            </Link>
          ) : (
            <span dir="auto">{name}</span>
          ),
      },
      {
        key: 'works',
        header: 'Books and stories',
        cell: ({ works }) => works.toLocaleString('en'),
        align: 'end',
        width: '180px',
      },
    ],
    [],
  );
  const isMissing = status === 'unreachable' || status === 'failed';

  async function turn(category: Category) {
    const { id, name, archived_at } = category;
    setWorking(id);
    const isBack = archived_at !== null;
    try {
      await api.call(isBack ? categoryEndpoints.restore : categoryEndpoints.archive, {
        params: { categoryId: id },
      });
      if (isBack) notify.success(`${name} is back on the shelf`);
      else
        undoable(() => turn({ ...category, archived_at: new Date().toISOString() })).success(
          `${name} is archived`,
        );
      reload();
    } catch (error) {
      notify.error(
        isBack ? `${name} could not be restored` : `${name} could not be archived`,
        failureOf(error).text,
      );
    }
    setWorking(null);
  }

  return (
    <Screen
      title="Book categories"
      description="What the shelves of the library are called. A book or story can be on several."
      actions={
        <Button component={Link} to={categoryForm()}>
          Add category
        </Button>
      }
    >
      <NativeSelect
        aria-label="Which categories"
        data={[
          { value: '', label: 'On the shelf' },
          { value: 'archived', label: 'Archived' },
        ]}
        value={isArchived ? 'archived' : ''}
        onChange={({ currentTarget }) => showArchived(currentTarget.value === 'archived')}
        maw={240}
      />
      {isMissing ? (
        <AnswerMissing
          status={status}
          busy={busy}
          isGone={isGone}
          failed="The categories could not be fetched"
          unreachable={`They are kept at your school. They show up here ${asSoonAsReached}.`}
          onRetry={reload}
        />
      ) : (
        <>
          <DataTable
            caption="Book categories"
            columns={columns}
            rows={value?.results ?? []}
            rowKey={({ id }) => id}
            loading={value === null}
            renderActions={(category) => (
              <RowMenu label={`Actions for ${category.name}`} width={200}>
                {category.archived_at === null && (
                  <Menu.Item
                    leftSection={<IconPencil size={18} stroke={1.75} aria-hidden />}
                    onClick={() => void navigate(categoryForm({ categoryId: category.id }))}
                  >
                    Rename
                  </Menu.Item>
                )}
                <Menu.Item
                  disabled={working === category.id}
                  leftSection={
                    category.archived_at === null ? (
                      <IconArchive size={18} stroke={1.75} aria-hidden />
                    ) : (
                      <IconArchiveOff size={18} stroke={1.75} aria-hidden />
                    )
                  }
                  onClick={() => void turn(category)}
                >
                  {category.archived_at === null ? 'Archive' : 'Restore'}
                </Menu.Item>
              </RowMenu>
            )}
            empty={
              <EmptyState
                picture={<EmptyShelfIllustration />}
                title={isArchived ? 'No category is archived' : 'There are no categories yet'}
                {...(!isArchived && {
                  text: 'Make the first one. Authors choose from them for their books.',
                })}
              />
            }
          />
          {value !== null && value.count > 0 && (
            <Pager
              page={list.page}
              pages={pages}
              pageSize={pageSize}
              count={value.count}
              noun={['category', 'categories']}
              onPage={list.goTo}
            />
          )}
        </>
      )}
    </Screen>
  );
}
