import { Button, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconLinkOff, IconPlus } from '@tabler/icons-react';
import { useCallback, type ReactNode } from 'react';
import { affiliationEndpoints } from '#contract/affiliations/affiliations.endpoints.ts';
import { limits } from '#contract/kit/limits.ts';
import { apiClient } from '#src/session/api.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import { useUser } from '#src/session/use-session.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { notify } from '#src/ui/notify.tsx';
import { RowMenu } from '#src/ui/row-menu.tsx';
import { useDialog } from '#src/ui/use-dialog.ts';
import { AskSchoolDialog } from './ask-school.dialog.tsx';
import { InviteSchoolDialog } from './invite-school.dialog.tsx';
import { InvitedSchoolsSection } from './invited-schools.section.tsx';
import { AskedSchoolsSection } from './asked-schools.section.tsx';

interface LinkedSchool {
  id: string;
  school_name: string;
}

interface SchoolLinks {
  /** Begins an invitation. */
  actions: ReactNode;
  /** Who has not answered yet, and the dialogs. */
  above: ReactNode;
  /** Lets one of the schools go; `reload` fetches their list again. */
  renderActions: (school: LinkedSchool, reload: () => void) => ReactNode;
}

/** What an organization does about which schools belong to it, as pieces for the page that lists them. */
export function useSchoolLinks(api: ApiClient = apiClient): SchoolLinks {
  const user = useUser();
  const [isAsking, asking] = useDisclosure(false);
  const [isInviting, inviting] = useDisclosure(false);
  const removing = useDialog<{ school: LinkedSchool; reload: () => void }>();
  const load = useCallback(
    (signal: AbortSignal) =>
      api.call(affiliationEndpoints.listAsked, { query: { limit: limits.askedSchools } }, { signal }),
    [api],
  );
  const loadInvited = useCallback(
    (signal: AbortSignal) =>
      api.call(affiliationEndpoints.listInvited, { query: { limit: limits.askedSchools } }, { signal }),
    [api],
  );
  // Where they cannot be fetched, the list of schools below says so.
  const { value, reload } = useAnswer(load);
  const invited = useAnswer(loadInvited);
  const canDecide = user !== null && user.visiting === undefined;

  async function remove() {
    if (!removing.subject) return;
    const { school, reload: reloadSchools } = removing.subject;
    try {
      await api.call(affiliationEndpoints.remove, { params: { schoolId: school.id } });
      notify.success('The school does not belong to you any more', school.school_name);
    } catch (error) {
      notify.error(`${school.school_name} could not be let go`, failureOf(error).text);
    }
    reloadSchools();
  }

  return {
    actions: canDecide && (
      <>
        <Button variant="default" onClick={inviting.open}>
          Invite a school to register
        </Button>
        <Button
          data-tour="invite-school"
          leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
          onClick={asking.open}
        >
          Ask a school to join
        </Button>
      </>
    ),
    above: (
      <>
        <AskedSchoolsSection
          api={api}
          schools={value?.results ?? []}
          count={value?.count ?? 0}
          canDecide={canDecide}
          onChanged={reload}
        />
        <InvitedSchoolsSection
          api={api}
          schools={invited.value?.results ?? []}
          count={invited.value?.count ?? 0}
          canDecide={canDecide}
          onChanged={invited.reload}
        />
        <InviteSchoolDialog
          api={api}
          opened={isInviting}
          onClose={inviting.close}
          onInvited={invited.reload}
        />
        <AskSchoolDialog api={api} opened={isAsking} onClose={asking.close} onAsked={reload} />
        <ConfirmDialog
          opened={removing.opened}
          onClose={removing.close}
          title={`Let ${removing.subject?.school.school_name ?? ''} go?`}
          question="You can enter the school no more, and anyone of you who is there now is signed out at once. Everything in the school stays. To come back, it has to say yes again."
          confirmLabel="Let it go"
          danger
          onConfirm={remove}
        />
      </>
    ),
    renderActions: (school, reloadSchools) =>
      canDecide && (
        <RowMenu label={`Actions for ${school.school_name}`} width={220}>
          <Menu.Item
            leftSection={<IconLinkOff size={18} stroke={1.75} aria-hidden />}
            onClick={() => removing.open({ school, reload: reloadSchools })}
          >
            Let this school go
          </Menu.Item>
        </RowMenu>
      ),
  };
}
