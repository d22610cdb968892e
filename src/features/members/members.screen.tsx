import { Menu } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { limits } from '#contract/kit/limits.ts';
import { mayChange, rolesToGive } from '#contract/members/members.rules.ts';
import type { Member } from '#contract/members/members.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { useTenant, useUser } from '#src/session/use-session.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { DataTable } from '#src/ui/data-table.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { KeptNote } from '#src/ui/kept-note.tsx';
import { ListFilter } from '#src/ui/list-filters.tsx';
import { ListToolbar } from '#src/ui/list-toolbar.tsx';
import { NothingMatches } from '#src/ui/nothing-matches.tsx';
import { Pager } from '#src/ui/pager.tsx';
import { EmptyShelfIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { RowMenu } from '#src/ui/row-menu.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { useDialog } from '#src/ui/use-dialog.ts';
import { useWayHere } from '#src/ui/way-back.ts';
import { ArchiveMemberDialog } from './archive-member.dialog.tsx';
import { restoreMember } from './archive-member.ts';
import { memberColumns } from './member-columns.tsx';
import { useMemberPlaces } from './member-places.ts';
import { nameOf, roleChoices } from './member-words.ts';
import { useMembers } from './use-members.ts';

interface MembersScreenProps {
  title: string;
  description: ReactNode;
  breadcrumb?: ReactNode;
  /** What can be done here. */
  actions: ReactNode;
  /** What stands over the list. */
  above?: ReactNode;
  /** What stands under the list. */
  below?: ReactNode;
  /** Called after a member was archived or restored, which also changes the open invitations. */
  onChanged?: () => void;
  api?: ApiClient;
}

interface ActionsProps {
  member: Member;
  isOneself: boolean;
  onEdit: () => void;
  onArchive: () => void;
  onRestore: () => void;
}

function MemberActions({ member, isOneself, onEdit, onArchive, onRestore }: ActionsProps) {
  const isArchived = member.archived_at !== null;
  return (
    <RowMenu label={`Actions for ${nameOf(member)}`} width={200}>
      {!isArchived && (
        <Menu.Item leftSection={<IconPencil size={18} stroke={1.75} aria-hidden />} onClick={onEdit}>
          Edit
        </Menu.Item>
      )}
      {!isArchived && !isOneself && (
        <Menu.Item leftSection={<IconArchive size={18} stroke={1.75} aria-hidden />} onClick={onArchive}>
          Archive
        </Menu.Item>
      )}
      {isArchived && (
        <Menu.Item leftSection={<IconArchiveOff size={18} stroke={1.75} aria-hidden />} onClick={onRestore}>
          Restore
        </Menu.Item>
      )}
    </RowMenu>
  );
}

const archivedChoice = [{ value: 'archived', label: 'Archived' }];

/** The teachers and administrators of the school, and what can be done about each. */
export function MembersScreen({
  title,
  description,
  breadcrumb,
  actions,
  above,
  below,
  onChanged,
  api = apiClient,
}: MembersScreenProps) {
  const user = useUser();
  const { tenant } = useTenant();
  const navigate = useNavigate();
  const places = useMemberPlaces();
  const here = useWayHere(title);
  const members = useMembers(api);
  const { status, value, isGone, as_of, busy, reload, pages, list, role, isArchived } = members;
  const archiving = useDialog<Member>();
  const isMissing = status === 'unreachable' || status === 'failed';
  const showAll = () => list.narrow({ role: null, archived: null, q: null });
  const isFiltered = list.q !== '' || role !== null || isArchived;
  const given = user && tenant ? rolesToGive(user.role, tenant) : [];

  function lookAgain() {
    reload();
    onChanged?.();
  }
  async function restore(member: Member) {
    if (await restoreMember(api, member)) lookAgain();
  }

  return (
    <Screen title={title} description={description} breadcrumb={breadcrumb} actions={actions}>
      {above}
      <ListToolbar
        search={{
          label: 'Search by name or email',
          value: list.q,
          onSearch: list.search,
          quiet: limits.searchDebounce,
        }}
        filters={
          <>
            {given.length > 1 && (
              <ListFilter
                label="Role"
                any="All roles"
                value={role}
                choices={roleChoices(given)}
                onChange={(chosen) => members.showRole(chosen ?? '')}
              />
            )}
            <ListFilter
              label="Accounts"
              any="Active"
              value={isArchived ? 'archived' : null}
              choices={archivedChoice}
              onChange={(chosen) => members.showArchived(chosen !== null)}
            />
          </>
        }
        narrowed={isFiltered && value !== null && value.count > 0}
        onShowAll={showAll}
        sorting={{ columns: memberColumns, sort: list.sort, onSort: list.sortBy }}
      />
      {isMissing ? (
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
            caption={title}
            columns={memberColumns}
            rows={value?.results ?? []}
            rowKey={({ id }) => id}
            sort={list.sort}
            onSort={list.sortBy}
            hasSortAbove
            loading={value === null}
            renderActions={(member) =>
              user && mayChange(user.role, member.role) ? (
                <MemberActions
                  member={member}
                  isOneself={member.id === user.id}
                  onEdit={() => void navigate(places.edit(member.id), { state: here })}
                  onArchive={() => archiving.open(member)}
                  onRestore={() => void restore(member)}
                />
              ) : null
            }
            empty={
              isFiltered ? (
                <NothingMatches
                  noun="people"
                  search={list.q}
                  isFiltered={role !== null || isArchived}
                  onClear={showAll}
                />
              ) : (
                <EmptyState
                  picture={<EmptyShelfIllustration />}
                  title="There is nobody here yet"
                  text="Invite the first person by email, or add them yourself."
                />
              )
            }
          />
          {value !== null && value.count > 0 && (
            <Pager
              page={list.page}
              pages={pages}
              pageSize={limits.pageDefault}
              count={value.count}
              noun={['person', 'people']}
              onPage={list.goTo}
            />
          )}
        </>
      )}
      {(value !== null || isMissing) && below}
      <ArchiveMemberDialog
        api={api}
        member={archiving.subject}
        opened={archiving.opened}
        onClose={archiving.close}
        onChanged={lookAgain}
      />
    </Screen>
  );
}
