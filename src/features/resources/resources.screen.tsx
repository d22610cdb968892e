import { Button, Menu } from '@mantine/core';
import { IconEye, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { limits } from '#contract/kit/limits.ts';
import { paths } from '#contract/kit/paths.ts';
import { resourceEndpoints } from '#contract/resources/resources.endpoints.ts';
import { audienceWords } from '#contract/resources/resources.rules.ts';
import type { Resource } from '#contract/resources/resources.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { failureOf } from '#src/session/failure-words.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { DataTable, type Column } from '#src/ui/data-table.tsx';
import { Day } from '#src/ui/day.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { KeptNote } from '#src/ui/kept-note.tsx';
import { NothingMatches } from '#src/ui/nothing-matches.tsx';
import { notify } from '#src/ui/notify.tsx';
import { ListFilter } from '#src/ui/list-filters.tsx';
import { ListToolbar } from '#src/ui/list-toolbar.tsx';
import { Pager } from '#src/ui/pager.tsx';
import { EmptyShelfIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { RowMenu } from '#src/ui/row-menu.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { useDialog } from '#src/ui/use-dialog.ts';
import { useWayHere } from '#src/ui/way-back.ts';
import { ResourceTitle } from './resource-title.tsx';
import { useResources } from './use-resources.ts';

const readAt = (id: string) => paths.library({ shelf: 'teachers', resource: id });

function columnsOf(isOwn: boolean): readonly Column<Resource>[] {
  return [
    {
      key: 'title',
      header: 'Title',
      heading: true,
      cell: ({ id, title, file }) => <ResourceTitle title={title} file={file} href={readAt(id)} />,
      sortBy: ({ title }) => title,
    },
    {
      key: 'audience',
      header: 'Who sees it',
      cell: ({ audience }) => audienceWords[audience].label,
      width: '170px',
    },
    ...(isOwn
      ? []
      : [
          {
            key: 'by',
            header: 'Shared by',
            cell: ({ by }: Resource) => <bdi>{by}</bdi>,
            width: '200px',
            hideUnder: 768 as const,
          },
        ]),
    {
      key: 'updated_at',
      header: 'Changed',
      orderName: 'last change',
      cell: ({ updated_at }) => <Day at={updated_at} />,
      sortBy: ({ updated_at }) => updated_at,
      width: '150px',
      hideUnder: 768,
    },
  ];
}

interface ActionsProps {
  resource: Resource;
  onRead: () => void;
  onEdit: () => void;
  onRemove: () => void;
}

function ResourceActions({ resource: { title, may_change }, onRead, onEdit, onRemove }: ActionsProps) {
  return (
    <RowMenu label={`Actions for ${title}`} width={200}>
      <Menu.Item leftSection={<IconEye size={18} stroke={1.75} aria-hidden />} onClick={onRead}>
        Look at it
      </Menu.Item>
      {may_change && (
        <>
          <Menu.Item leftSection={<IconPencil size={18} stroke={1.75} aria-hidden />} onClick={onEdit}>
            Edit
          </Menu.Item>
          <Menu.Item leftSection={<IconTrash size={18} stroke={1.75} aria-hidden />} onClick={onRemove}>
            Remove
          </Menu.Item>
        </>
      )}
    </RowMenu>
  );
}

/** What one shares, and what colleagues do. */
export function ResourcesScreen({ api = apiClient }: { api?: ApiClient }) {
  const navigate = useNavigate();
  const { status, value, isGone, as_of, busy, reload, pages, list, isOwn, showOwn } = useResources(api);
  const columns = useMemo(() => columnsOf(isOwn), [isOwn]);
  const removing = useDialog<Resource>();
  const here = useWayHere('Shared resources');
  const add = (
    <Button
      component={Link}
      to={paths.resources({ id: 'new' })}
      leftSection={<IconPlus size={20} stroke={1.75} aria-hidden />}
    >
      Share something
    </Button>
  );

  async function remove(resource: Resource): Promise<void> {
    try {
      await api.call(resourceEndpoints.remove, { params: { resourceId: resource.id } });
      notify.success(`${resource.title} is removed`);
      reload();
    } catch (error) {
      notify.error(`${resource.title} could not be removed`, failureOf(error).text);
    }
  }

  return (
    <Screen
      title="Shared resources"
      description="Worksheets, plans and texts for your colleagues, for the whole school or for everybody. They stand in the library."
      actions={add}
    >
      <ListToolbar
        search={{
          label: 'Search by words',
          value: list.q,
          onSearch: list.search,
          quiet: limits.searchDebounce,
        }}
        filters={
          <ListFilter
            label="Whose"
            any="Mine"
            value={isOwn ? null : 'everybody'}
            choices={[{ value: 'everybody', label: 'Everybody’s' }]}
            onChange={(whose) => showOwn(whose === null)}
          />
        }
        narrowed={false}
        onShowAll={() => showOwn(true)}
        sorting={{ columns, sort: list.sort, onSort: list.sortBy }}
      />
      {status === 'unreachable' || status === 'failed' ? (
        <AnswerMissing
          status={status}
          busy={busy}
          isGone={isGone}
          failed="The list could not be fetched"
          unreachable={`The list is kept at your school. It shows up here ${asSoonAsReached}.`}
          onRetry={reload}
        />
      ) : (
        <>
          {as_of !== null && <KeptNote asOf={as_of} busy={busy} onRetry={reload} />}
          <DataTable
            caption="Shared resources"
            columns={columns}
            rows={value?.results ?? []}
            rowKey={({ id }) => id}
            sort={list.sort}
            onSort={list.sortBy}
            hasSortAbove
            loading={value === null}
            renderActions={(resource) => (
              <ResourceActions
                resource={resource}
                onRead={() => void navigate(readAt(resource.id))}
                onEdit={() => void navigate(paths.resources({ id: resource.id }), { state: here })}
                onRemove={() => removing.open(resource)}
              />
            )}
            empty={
              list.q === '' ? (
                <EmptyState
                  picture={<EmptyShelfIllustration />}
                  title={isOwn ? 'You share nothing yet' : 'Nobody shares anything yet'}
                  text="A PDF, a picture or a text: what helped you helps others."
                  action={add}
                />
              ) : (
                <NothingMatches noun="resources" search={list.q} onClear={() => list.search('')} />
              )
            }
          />
          {value !== null && value.count > 0 && (
            <Pager
              page={list.page}
              pages={pages}
              pageSize={limits.pageDefault}
              count={value.count}
              noun={['resource', 'resources']}
              onPage={list.goTo}
            />
          )}
        </>
      )}
      <ConfirmDialog
        opened={removing.opened}
        onClose={removing.close}
        title={`Remove ${removing.subject?.title ?? ''}?`}
        question="Nobody finds it any more, and its file is deleted for good."
        confirmLabel="Remove"
        danger
        onConfirm={async () => {
          if (removing.subject) await remove(removing.subject);
        }}
      />
    </Screen>
  );
}
