import { Button, Text } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useState } from 'react';
import { limits } from '#contract/kit/limits.ts';
import { passwordEndpoints } from '#contract/passwords/passwords.endpoints.ts';
import { NewPasswordForm as NewPasswordFields } from '#contract/passwords/passwords.schema.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { useDirtyForm } from '#src/ui/dirty-forms.ts';
import { FailureNote } from '#src/ui/failure-note.tsx';
import { PasswordField } from '#src/ui/password-field.tsx';
import styles from './passwords.module.css';
import { passwordFailure, type PasswordFailure } from './passwords.problems.ts';

interface NewPasswordFormProps {
  api: ApiClient;
  token: string;
  /** Whose password it is. */
  email: string;
  /** True for somebody who never had one. */
  isFirst: boolean;
  /** The form stays busy until the promise settles. */
  onChanged: (newPassword: string) => void | Promise<void>;
  /** The link stopped working while the password was typed. */
  onLinkRefused: () => void;
}

export function NewPasswordForm({
  api,
  token,
  email,
  isFirst,
  onChanged,
  onLinkRefused,
}: NewPasswordFormProps) {
  const [failure, setFailure] = useState<PasswordFailure | null>(null);
  const form = useForm<NewPasswordFields>({
    initialValues: { new_password: '' },
    validate: schemaResolver(NewPasswordFields, { sync: true }),
  });
  useDirtyForm(form.isDirty());

  async function submit({ new_password }: NewPasswordFields) {
    setFailure(null);
    try {
      await api.call(passwordEndpoints.reset, { body: { token, new_password } });
    } catch (error) {
      const found = passwordFailure(error);
      if (found.isOfLink) return onLinkRefused();
      setFailure(found);
      form.setErrors(found.fields);
      return undefined;
    }
    return onChanged(new_password);
  }

  return (
    <form noValidate className={styles.form} onSubmit={form.onSubmit(submit)}>
      <Text className={styles.address}>
        For <bdi>{email}</bdi>
      </Text>
      {failure && <FailureNote failure={failure} />}
      {/* Password managers keep the new password under this name. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={isFirst ? 'Password' : 'New password'}
        description={`At least ${limits.passwordLength} characters. A few words in a row are easy to remember.`}
        autoComplete="new-password"
        size="md"
        {...form.getInputProps('new_password')}
      />
      <Button type="submit" size="md" loading={form.submitting} fullWidth>
        {isFirst ? 'Set my password' : 'Change my password'}
      </Button>
    </form>
  );
}
