import { Button } from '@mantine/core';
import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import * as v from 'valibot';
import { identityProblems } from '#contract/identity/identity.problems.ts';
import { CommunityForm as CommunityFields } from '#contract/identity/identity.schema.ts';
import { enterCommunity } from '#src/session/community.ts';
import { FailureNote } from '#src/ui/failure-note.tsx';
import { PasswordField } from '#src/ui/password-field.tsx';
import styles from './sign-in.module.css';
import { signInFailure, type SignInFailure } from './sign-in.problems.ts';
import { clearToasts, toast } from './toast.ts';

/** One password that the school shares with its families. Nobody is named, and nothing can be changed. */
export function CommunityForm({ onEntered }: { onEntered: () => void }) {
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [failure, setFailure] = useState<SignInFailure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => field.current?.focus(), []);

  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    const checked = v.safeParse(CommunityFields, { password });
    setError(checked.success ? null : checked.issues[0].message);
    setFailure(null);
    void clearToasts();
    if (!checked.success) {
      field.current?.focus();
      return;
    }
    setBusy(true);
    try {
      await enterCommunity(password);
    } catch (caught) {
      const found = signInFailure(caught, identityProblems.wrong_community_password.error);
      setBusy(false);
      setFailure(found);
      if (!found.isOffline) void toast('error', found.text);
      return;
    }
    void toast('success', 'Community login successful! Welcome back.');
    onEntered();
  }

  return (
    <form noValidate className={styles.form} onSubmit={submit}>
      {failure && <FailureNote failure={failure} />}
      <PasswordField
        ref={field}
        label="Community password"
        autoComplete="off"
        size="lg"
        value={password}
        error={error}
        onChange={({ currentTarget }) => {
          setPassword(currentTarget.value);
          setError(null);
        }}
      />
      <Button type="submit" size="lg" loading={isBusy} fullWidth>
        Sign in
      </Button>
    </form>
  );
}
