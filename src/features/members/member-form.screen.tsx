import { useCallback } from 'react';
import { mayChange, rolesToGive } from '#contract/members/members.rules.ts';
import { memberEndpoints } from '#contract/members/members.endpoints.ts';
import type { MemberDetails } from '#contract/members/members.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import { useTenant, useUser } from '#src/session/use-session.ts';
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
import { useMemberPlaces } from './member-places.ts';
import { nameOf } from './member-words.ts';
import { readMember } from './read-member.ts';

interface MemberFormScreenProps {
  /** Undefined: somebody new. */
  userId: string | undefined;
  breadcrumb: React.ReactNode;
  api?: ApiClient;
}

function useRoles() {
  const user = useUser();
  const { tenant } = useTenant();
  return user && tenant ? rolesToGive(user.role, tenant) : [];
}

function NewMember({ breadcrumb, api }: Required<Omit<MemberFormScreenProps, 'userId'>>) {
  const { list } = useMemberPlaces();
  const goBack = useGoBack();
  const roles = useRoles();

  async function add({ avatar, ...person }: FilledMember) {
    await api.call(memberEndpoints.create, {
      body: { ...person, ...(avatar instanceof File && { avatar }) },
    });
    notify.success('User added successfully!', `${person.email.trim()} gets a link to choose a password.`);
    await goBack(list);
  }

  return (
    <Screen title="Add user" breadcrumb={breadcrumb}>
      <MemberForm member={null} roles={roles} onSave={add} cancelTo={list} />
    </Screen>
  );
}

type EditProps = Required<Omit<MemberFormScreenProps, 'userId'>> & { userId: string };

function EditMember({ userId, breadcrumb, api }: EditProps) {
  const places = useMemberPlaces();
  const goBack = useGoBack();
  const user = useUser();
  const roles = useRoles();
  const load = useCallback((signal: AbortSignal) => readMember(api, userId, signal), [api, userId]);
  const { status, value, isGone, busy, reload } = useAnswer(load);

  async function save(member: MemberDetails, filled: FilledMember) {
    const body = changesOf(member, filled);
    if (Object.keys(body).length > 0) await api.call(memberEndpoints.update, { params: { userId }, body });
    const { email } = body;
    notify.success(
      'User updated successfully!',
      email === undefined ? undefined : `${email} is not confirmed yet: a link is on its way there.`,
    );
    await goBack(places.saved(userId));
  }

  const mayEdit = value !== null && user !== null && mayChange(user.role, value.role);
  return (
    <Screen title={value ? `Edit ${nameOf(value)}` : 'Edit user'} breadcrumb={breadcrumb}>
      {(status === 'unreachable' || status === 'failed') && (
        <AnswerMissing
          status={status}
          busy={busy}
          isGone={isGone}
          failed="This account could not be fetched"
          unreachable={`Accounts are kept at your school. This one shows up here ${asSoonAsReached}.`}
          onRetry={reload}
        />
      )}
      {status === 'loading' && <MemberFormWaiting />}
      {value &&
        (mayEdit && value.archived_at === null ? (
          <MemberForm
            key={value.id}
            member={value}
            roles={roles}
            readNow={() => readMember(api, userId)}
            onSave={(filled, now) => save(now ?? value, filled)}
            cancelTo={places.saved(userId)}
          />
        ) : (
          <EmptyState
            picture={<NothingFoundIllustration />}
            title="This account cannot be changed here"
            text={
              mayEdit
                ? 'It is archived. Please restore it first.'
                : 'Only somebody with the same role can change it.'
            }
          />
        ))}
    </Screen>
  );
}

/** Without an id a new account is made, with one it is changed. */
export function MemberFormScreen({ userId, api = apiClient, breadcrumb }: MemberFormScreenProps) {
  return userId === undefined ? (
    <NewMember breadcrumb={breadcrumb} api={api} />
  ) : (
    <EditMember key={userId} breadcrumb={breadcrumb} userId={userId} api={api} />
  );
}
