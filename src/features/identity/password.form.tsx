import { Button } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode, type SyntheticEvent } from 'react';
import * as v from 'valibot';
import { Credentials } from '#contract/identity/identity.schema.ts';
import { FailureNote } from '#src/ui/failure-note.tsx';
import { PasswordField } from '#src/ui/password-field.tsx';
import type { SignInFailure } from './sign-in.problems.ts';
import styles from './student-sign-in.module.css';

interface PasswordFormProps {
  failure: SignInFailure | null;
  isTrying: boolean;
  /** What the button says. */
  action: string;
  /** False where it was not taken. */
  onPassword: (password: string) => Promise<boolean>;
  /** The letters can be read from the beginning, where a child types on a tablet that many use. */
  isShown?: boolean;
  children?: ReactNode;
}

/** A child's password, the one thing that is left to type: to come in, and to go on. */
export function PasswordForm({
  failure,
  isTrying,
  action,
  onPassword,
  isShown = false,
  children,
}: PasswordFormProps) {
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => field.current?.focus(), []);

  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    const checked = v.safeParse(Credentials.entries.password, password);
    setMissing(checked.success ? null : checked.issues[0].message);
    if (!checked.success || !(await onPassword(password))) field.current?.focus();
  }

  return (
    <form noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
      {failure && <FailureNote failure={failure} />}
      <PasswordField
        ref={field}
        label="Your password"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        startsShown={isShown}
        size="lg"
        value={password}
        error={missing}
        onChange={({ currentTarget }) => {
          setPassword(currentTarget.value);
          setMissing(null);
        }}
      />
      <Button type="submit" size="lg" fullWidth loading={isTrying}>
        {action}
      </Button>
      {children}
    </form>
  );
}
