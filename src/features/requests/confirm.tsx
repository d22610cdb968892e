import { Button, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { requestEndpoints } from '#contract/requests/requests.endpoints.ts';
import { requestFormProblems } from '#contract/requests/requests.problems.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useLinkToken } from '#src/session/link-token.ts';
import { ApiProblem, type ApiClient } from '#src/sync/api-client.ts';
import { FailureNote, type Failure } from '#src/ui/failure-note.tsx';
import styles from './requests.module.css';

/** Programs that look at e-mail open links as well, so that a person presses the button. */
export function Confirm({ page, api }: { page: string; api: ApiClient }) {
  const token = useLinkToken(`${page}?confirm=1`);
  const [isBusy, setBusy] = useState(false);
  const [reference, setReference] = useState<string | null>(null);
  const [isRefused, setRefused] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  async function confirm(): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      setReference((await api.call(requestEndpoints.confirm, { body: { token: token ?? '' } })).reference);
    } catch (error) {
      if (error instanceof ApiProblem && error.code === requestFormProblems.link_refused.code)
        setRefused(true);
      else setFailure(failureOf(error));
    }
    setBusy(false);
  }

  if (reference !== null)
    return (
      <section className={styles.sent} role="status">
        <Title order={2} size="h3">
          Thank you, it is confirmed
        </Title>
        <p className={styles.reference}>{reference}</p>
        <Text>A person looks at it and answers by email.</Text>
      </section>
    );
  if (token === null || isRefused)
    return (
      <section className={styles.sent}>
        <Title order={2} size="h3">
          This link does not work any more
        </Title>
        <Text>Please send the form again. You get a new link.</Text>
        <Button component={Link} to={page}>
          To the form
        </Button>
      </section>
    );
  return (
    <section className={styles.sent}>
      <Title order={2} size="h3">
        Confirm your email address
      </Title>
      {failure && <FailureNote failure={failure} />}
      <Text>You sent this form. Confirm that the address is yours.</Text>
      <Button size="md" loading={isBusy} onClick={() => void confirm()}>
        Confirm this address
      </Button>
    </section>
  );
}
