import { Button, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useState } from 'react';
import { limits } from '#contract/kit/limits.ts';
import { invitationEndpoints } from '#contract/members/invitations.endpoints.ts';
import { AcceptForm, type OpenInvitation } from '#contract/members/invitations.schema.ts';
import type { Session } from '#contract/identity/identity.schema.ts';
import { failureOf, type FailureInWords } from '#src/session/failure-words.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { useDirtyForm } from '#src/ui/dirty-forms.ts';
import { FailureNote } from '#src/ui/failure-note.tsx';
import { PasswordField } from '#src/ui/password-field.tsx';
import styles from './members.module.css';

interface AcceptInvitationFormProps {
  api: ApiClient;
  token: string;
  invitation: OpenInvitation;
  onJoined: (session: Session) => void;
  /** The link stopped working while the form was filled in. */
  onRefused: (failure: FailureInWords) => void;
}

/** Name and password of somebody who was invited. */
export function AcceptInvitationForm({
  api,
  token,
  invitation,
  onJoined,
  onRefused,
}: AcceptInvitationFormProps) {
  const [failure, setFailure] = useState<FailureInWords | null>(null);
  const { email, first_name, last_name } = invitation;
  const form = useForm<AcceptForm>({
    initialValues: { first_name, last_name, new_password: '' },
    validate: schemaResolver(AcceptForm, { sync: true }),
  });
  useDirtyForm(form.isDirty());

  async function accept(filled: AcceptForm) {
    setFailure(null);
    try {
      onJoined(await api.call(invitationEndpoints.accept, { body: { token, ...filled } }));
    } catch (error) {
      const found = failureOf(error);
      if (found.code?.startsWith('invitations.')) {
        onRefused(found);
        return;
      }
      setFailure(found);
      form.setErrors(found.fields);
    }
  }

  return (
    <form noValidate className={styles.form} onSubmit={form.onSubmit(accept)}>
      {failure && <FailureNote failure={failure} />}
      {/* Password managers keep the new password under this name. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <TextInput
        label="First name"
        dir="auto"
        autoComplete="given-name"
        size="md"
        {...form.getInputProps('first_name')}
      />
      <TextInput
        label="Last name"
        dir="auto"
        autoComplete="family-name"
        size="md"
        {...form.getInputProps('last_name')}
      />
      <PasswordField
        label="Password"
        description={`At least ${limits.passwordLength} characters. A few words in a row are easy to remember.`}
        autoComplete="new-password"
        size="md"
        {...form.getInputProps('new_password')}
      />
      <Button type="submit" size="md" loading={form.submitting} fullWidth>
        Accept and sign in
      </Button>
    </form>
  );
}
