import { Text, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import * as v from 'valibot';
import { affiliationEndpoints } from '#contract/affiliations/affiliations.endpoints.ts';
import { NewSchoolInvitation } from '#contract/affiliations/affiliations.schema.ts';
import { limits } from '#contract/kit/limits.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { FormModal, ModalForm } from '#src/ui/form-modal.tsx';
import { notify } from '#src/ui/notify.tsx';

function InviteSchoolForm({ api, onDone }: { api: ApiClient; onDone: () => void }) {
  const form = useForm({
    initialValues: { email: '' },
    validate: schemaResolver(NewSchoolInvitation, { sync: true }),
  });
  const draft = useFormDraft('invite-school', form);

  async function invite(values: NewSchoolInvitation) {
    try {
      const { email } = await api.call(affiliationEndpoints.invite, {
        body: v.parse(NewSchoolInvitation, values),
      });
      notify.success('Invitation sent', `${email} gets a link with which the school registers.`);
    } catch (error) {
      notify.error('The school could not be invited', failureOf(error).text);
      return;
    }
    onDone();
  }

  return (
    <ModalForm
      dirty={form.isDirty()}
      draft={draft}
      submitLabel="Invite"
      submitting={form.submitting}
      onSubmit={form.onSubmit(invite)}
    >
      <Text>
        For a school that is not here yet. It gets a link with which it registers, and then belongs to your
        organization. The link works for {limits.invitationDays} days.
      </Text>
      <TextInput
        label="Email of the school"
        type="email"
        required
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('email')}
      />
    </ModalForm>
  );
}

interface InviteSchoolDialogProps {
  api: ApiClient;
  opened: boolean;
  onClose: () => void;
  /** Called when an invitation was sent. */
  onInvited: () => void;
}

/** Invites a school that is not on the platform yet. */
export function InviteSchoolDialog({ api, opened, onClose, onInvited }: InviteSchoolDialogProps) {
  return (
    <FormModal opened={opened} onClose={onClose} title="Invite a school to register" size={480}>
      <InviteSchoolForm
        api={api}
        onDone={() => {
          onClose();
          onInvited();
        }}
      />
    </FormModal>
  );
}
