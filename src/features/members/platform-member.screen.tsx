import { useCallback, useState } from 'react';
import { panelPaths } from '#contract/kit/panel-paths.ts';
import { memberEndpoints } from '#contract/members/members.endpoints.ts';
import { memberProblems } from '#contract/members/members.problems.ts';
import type { MemberDetails } from '#contract/members/members.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { notify } from '#src/ui/notify.tsx';
import { NothingFoundIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { useGoBack } from '#src/ui/way-back.ts';
import { MemberFormWaiting } from './member-form-waiting.tsx';
import { MemberForm, type FilledMember } from './member.form.tsx';
import { changesOf } from './member-form.rules.ts';
import { nameOf } from './member-words.ts';
import { NewPlatformMember, rolesAt, type NewPlatformMemberProps } from './new-platform-member.tsx';

interface PlatformMemberScreenProps extends Omit<NewPlatformMemberProps, 'api'> {
  /** Undefined: a new account. */
  userId: string | undefined;
  api?: ApiClient;
}

const wordsOf = {
  student: { title: 'Only the school changes a student.', text: 'Open the school to change this one.' },
  archived: {
    title: 'This account cannot be changed here',
    text: 'It is archived. Please restore it first.',
  },
} as const;

function EditMember({
  userId,
  breadcrumb,
  api,
}: Pick<NewPlatformMemberProps, 'breadcrumb' | 'api'> & { userId: string }) {
  const goBack = useGoBack();
  /** Stays over what the account is now. */
  const [typed, setTyped] = useState<Partial<FilledMember>>();
  const load = useCallback(
    (signal: AbortSignal) => api.call(memberEndpoints.read, { params: { userId } }, { signal }),
    [api, userId],
  );
  const { status, value, isGone, busy, reload } = useAnswer(load);
  const member = value === null || value.role === 'student' ? null : value;
  const cannot = value?.role === 'student' ? 'student' : value?.archived_at ? 'archived' : null;

  async function save(seen: MemberDetails, filled: FilledMember) {
    const changes = changesOf(seen, filled);
    if (Object.keys(changes).length > 0) {
      const body = { ...changes, ...(seen.updated_at !== undefined && { updated_at: seen.updated_at }) };
      try {
        await api.call(memberEndpoints.update, { params: { userId }, body });
      } catch (error) {
        if (failureOf(error).code === memberProblems.changed_since.code) {
          setTyped(Object.fromEntries(Object.entries(filled).filter(([name]) => name in changes)));
          reload();
        }
        throw error;
      }
    }
    notify.success('User updated successfully!');
    await goBack(panelPaths.profile({ userId }));
  }

  return (
    <Screen
      title={member ? `Edit ${nameOf(member)}` : 'Edit user'}
      breadcrumb={breadcrumb}
      description={value?.tenant && <bdi>{value.tenant.school_name}</bdi>}
    >
      {(status === 'unreachable' || status === 'failed') && (
        <AnswerMissing
          status={status}
          busy={busy}
          isGone={isGone}
          failed="This account could not be fetched"
          unreachable={`This account shows up here ${asSoonAsReached}.`}
          onRetry={reload}
        />
      )}
      {status === 'loading' && <MemberFormWaiting />}
      {cannot !== null && <EmptyState picture={<NothingFoundIllustration />} {...wordsOf[cannot]} />}
      {member?.tenant && cannot === null && (
        <MemberForm
          key={`${member.id} ${member.updated_at ?? ''}`}
          member={member}
          roles={rolesAt(member.tenant)}
          onSave={(filled) => save(member, filled)}
          typed={typed}
          cancelTo={panelPaths.profile({ userId })}
        />
      )}
    </Screen>
  );
}

/** `/admin-panel/user/{userId?}`: an account of any school, new or to be changed. */
export function PlatformMemberScreen({ userId, api = apiClient, ...places }: PlatformMemberScreenProps) {
  return userId === undefined ? (
    <NewPlatformMember {...places} api={api} />
  ) : (
    <EditMember key={userId} {...places} userId={userId} api={api} />
  );
}
