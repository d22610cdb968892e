import { NativeSelect, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useState } from 'react';
import { limits } from '#contract/kit/limits.ts';
import { invitationEndpoints } from '#contract/members/invitations.endpoints.ts';
import { InviteForm as InviteFields } from '#contract/members/invitations.schema.ts';
import type { MemberRole } from '#contract/members/members.schema.ts';
import { failureOf, type FailureInWords } from '#src/session/failure-words.ts';
import { usePlansPlace } from '#src/session/plans-place.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import { useIsAway } from '#src/session/use-replica.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { FailureNote } from '#src/ui/failure-note.tsx';
import { FormModal, ModalForm } from '#src/ui/form-modal.tsx';
import { NeedsNetwork } from '#src/ui/no-network.tsx';
import { notify } from '#src/ui/notify.tsx';
import { PlansWay } from '#src/ui/plans-way.tsx';
import { roleChoices } from './member-words.ts';

interface InviteFormProps {
  api: ApiClient;
  /** Those that the person may give; the first is the usual one. */
  roles: readonly MemberRole[];
  onDone: () => void;
}

function InviteForm({ api, roles, onDone }: InviteFormProps) {
  const [failure, setFailure] = useState<FailureInWords | null>(null);
  const plansPlace = usePlansPlace(failure);
  const isAway = useIsAway();
  const form = useForm<InviteFields>({
    initialValues: { email: '', role: roles[0] ?? 'teacher' },
    validate: schemaResolver(InviteFields, { sync: true }),
  });
  const draft = useFormDraft('invite', form);

  async function invite(body: InviteFields) {
    setFailure(null);
    try {
      await api.call(invitationEndpoints.invite, { body });
    } catch (error) {
      const found = failureOf(error);
      setFailure(found);
      form.setErrors(found.fields);
      return;
    }
    notify.success('Invitation sent', body.email.trim());
    onDone();
  }

  return (
    <ModalForm
      dirty={form.isDirty()}
      draft={draft}
      submitLabel="Send invitation"
      submitting={form.submitting}
      onSubmit={form.onSubmit(invite)}
    >
      <NeedsNetwork isAway={isAway && !failure} />
      {failure && Object.keys(failure.fields).length === 0 && (
        <FailureNote failure={failure}>
          <PlansWay to={plansPlace} />
        </FailureNote>
      )}
      <TextInput
        label="Email"
        description={`They get a link that is good for ${limits.invitationDays} days, and choose their own password.`}
        type="email"
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
        {...form.getInputProps('email')}
      />
      <NativeSelect label="Role" data={roleChoices(roles)} {...form.getInputProps('role')} />
    </ModalForm>
  );
}

interface InviteDialogProps extends InviteFormProps {
  opened: boolean;
  onClose: () => void;
}

/** Somebody is asked by e-mail to become a member. */
export function InviteDialog({ opened, onClose, ...form }: InviteDialogProps) {
  return (
    <FormModal opened={opened} onClose={onClose} title="Invite by email" size={480}>
      <InviteForm {...form} />
    </FormModal>
  );
}
