import { Button, Checkbox, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { LoginForm } from '#contract/identity/identity.schema.ts';
import { paths } from '#contract/kit/paths.ts';
import { tabStorage } from '#src/session/device-storage.ts';
import { FailureNote } from '#src/ui/failure-note.tsx';
import { PasswordField } from '#src/ui/password-field.tsx';
import styles from './sign-in.module.css';
import { draftKey } from './sign-in-draft.ts';
import { useSignIn, type SigningIn } from './use-sign-in.ts';

// An installed app is closed and opened all day, and a browser tab on a borrowed computer is not.
function isInstalled(): boolean {
  return window.matchMedia('(display-mode: standalone)').matches;
}

/** E-mail and password, for teachers and administrators. */
export function StaffSignInForm(signingIn: SigningIn) {
  const { failure, attempt } = useSignIn(signingIn);
  const username = useRef<HTMLInputElement>(null);
  const form = useForm<LoginForm>({
    initialValues: { username: tabStorage.getItem(draftKey) ?? '', password: '', remember: isInstalled() },
    validate: schemaResolver(LoginForm, { sync: true }),
    onValuesChange: (values) => tabStorage.setItem(draftKey, values.username),
  });

  useEffect(() => username.current?.focus(), []);

  async function submit(values: LoginForm) {
    const refused = await attempt({ ...values, username: values.username.trim() });
    if (refused) form.setErrors(refused.fields);
    else tabStorage.removeItem(draftKey);
  }

  return (
    <>
      <form noValidate className={styles.form} onSubmit={form.onSubmit(submit)}>
        {failure && <FailureNote failure={failure} />}
        <TextInput
          ref={username}
          label="Email or username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          size="md"
          {...form.getInputProps('username')}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          size="md"
          {...form.getInputProps('password')}
        />
        <Checkbox
          label="Keep me signed in on this device"
          description="Your classes then open without a network, even after the browser was closed. Not for a shared device."
          {...form.getInputProps('remember', { type: 'checkbox' })}
        />
        <Button type="submit" size="md" loading={signingIn.isSigningIn} fullWidth>
          Sign in
        </Button>
      </form>
      <p className={styles.help}>
        <Link to={paths.forgotPassword()}>Forgot Password</Link>
      </p>
    </>
  );
}
