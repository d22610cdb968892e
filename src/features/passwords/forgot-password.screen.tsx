import { Button, Text, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import { passwordEndpoints } from '#contract/passwords/passwords.endpoints.ts';
import { ResetRequest } from '#contract/passwords/passwords.schema.ts';
import { apiClient } from '#src/session/api.ts';
import { tabStorage } from '#src/session/device-storage.ts';
import { useIsAway } from '#src/session/use-replica.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { FailureNote } from '#src/ui/failure-note.tsx';
import { NeedsNetwork } from '#src/ui/no-network.tsx';
import { PasswordCard } from './password-card.tsx';
import styles from './passwords.module.css';
import { passwordFailure, type PasswordFailure } from './passwords.problems.ts';

// A reload does not take the typed address away.
const draftKey = 'resetEmail';

interface RequestFormProps {
  api: ApiClient;
  /** The address that a link was sent to before. */
  sentTo: string | null;
  /** Called with the address when the server has taken it. */
  onSent: (email: string) => void;
}

function RequestForm({ api, sentTo, onSent }: RequestFormProps) {
  const [failure, setFailure] = useState<PasswordFailure | null>(null);
  const isAway = useIsAway();
  const form = useForm<ResetRequest>({
    initialValues: { email: sentTo ?? tabStorage.getItem(draftKey) ?? '' },
    validate: schemaResolver(ResetRequest, { sync: true }),
    onValuesChange: ({ email }) => tabStorage.setItem(draftKey, email),
  });

  async function submit({ email }: ResetRequest) {
    setFailure(null);
    try {
      await api.call(passwordEndpoints.askReset, { body: { email } });
    } catch (error) {
      const found = passwordFailure(error);
      setFailure(found);
      form.setErrors(found.fields);
      return;
    }
    // Whoever comes next to this tablet types their own.
    tabStorage.removeItem(draftKey);
    onSent(email.trim());
  }

  return (
    <form noValidate className={styles.form} onSubmit={form.onSubmit(submit)}>
      <NeedsNetwork isAway={isAway && !failure} />
      {failure && <FailureNote failure={failure} />}
      <TextInput
        label="Email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        size="md"
        {...form.getInputProps('email')}
      />
      <Button type="submit" size="md" loading={form.submitting} fullWidth>
        Send me a link
      </Button>
    </form>
  );
}

/** `/resetpasswordemail`: somebody asks for a link with which to choose a new password. */
export function ForgotPasswordScreen({ api = apiClient }: { api?: ApiClient }) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(true);

  if (!isAsking) {
    return (
      <PasswordCard title="Look at your email" announced>
        {/* What is said here is the same for everybody's address, so that nobody can try out whose is known. */}
        <Text className={styles.address}>
          If <bdi>{sentTo}</bdi> belongs to somebody here, a link is on its way. It works once, and for one
          hour.
        </Text>
        <Text>Nothing there after a few minutes? Look in your spam folder, and check the address.</Text>
        <Button variant="default" size="md" onClick={() => setAsking(true)}>
          Try another address
        </Button>
        <p className={styles.help}>
          <Link to={paths.signIn()}>Back to sign in</Link>
        </p>
      </PasswordCard>
    );
  }
  return (
    <PasswordCard title="Forgot Password" announced={sentTo !== null}>
      <Text>
        For everybody who signs in with an email address. We send you a link, and with it you choose a new
        password.
      </Text>
      <RequestForm
        api={api}
        sentTo={sentTo}
        onSent={(email) => {
          setSentTo(email);
          setAsking(false);
        }}
      />
      <Text>Do you sign in with a class code? Then ask your teacher, who can help you at once.</Text>
      <p className={styles.help}>
        <Link to={paths.signIn()}>Back to sign in</Link>
      </p>
    </PasswordCard>
  );
}
