import { Button, Group } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useState } from 'react';
import { limits } from '#contract/kit/limits.ts';
import { passwordEndpoints } from '#contract/passwords/passwords.endpoints.ts';
import { ChangePasswordForm as Fields } from '#contract/passwords/passwords.schema.ts';
import { apiClient } from '#src/session/api.ts';
import { useIsAway } from '#src/session/use-replica.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { useDirtyForm } from '#src/ui/dirty-forms.ts';
import { NeedsNetwork } from '#src/ui/no-network.tsx';
import { notify } from '#src/ui/notify.tsx';
import { PasswordField } from '#src/ui/password-field.tsx';
import styles from './passwords.module.css';
import { passwordFailure } from './passwords.problems.ts';

const nothing: Fields = { old_password: '', new_password: '' };

interface ChangePasswordFormProps {
  /** What the person signs in with: password managers keep the new password under it. */
  email: string;
  api?: ApiClient;
}

/** The own password, by the old one. Wherever else the person is signed in, they are so no longer. */
export function ChangePasswordForm({ email, api = apiClient }: ChangePasswordFormProps) {
  const [isShown, setShown] = useState(false);
  const isAway = useIsAway();
  const form = useForm<Fields>({
    initialValues: nothing,
    validate: schemaResolver(Fields, { sync: true }),
  });
  useDirtyForm(form.isDirty());

  async function change(body: Fields) {
    try {
      await api.call(passwordEndpoints.change, { body });
    } catch (error) {
      const { text, fields } = passwordFailure(error);
      form.setErrors(fields);
      notify.error('Your password was not changed', text);
      return;
    }
    form.reset();
    notify.success(
      'Password changed',
      'Wherever else you were signed in, you sign in again with the new one.',
    );
  }

  const visibility = {
    visible: isShown,
    onVisibilityChange: setShown,
    visibilityToggleButtonProps: {
      'aria-label': isShown ? 'Hide password' : 'Show password',
      tabIndex: 0,
    },
  };
  return (
    <form noValidate className={styles.form} onSubmit={form.onSubmit(change)}>
      <NeedsNetwork isAway={isAway} />
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        {...visibility}
        {...form.getInputProps('old_password')}
      />
      <PasswordField
        label="New password"
        description={`At least ${limits.passwordLength} characters. A few words in a row are easy to remember.`}
        autoComplete="new-password"
        {...visibility}
        {...form.getInputProps('new_password')}
      />
      <Group>
        <Button type="submit" loading={form.submitting}>
          Change my password
        </Button>
      </Group>
    </form>
  );
}
