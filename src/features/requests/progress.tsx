import { Button, Skeleton, Text, Title } from '@mantine/core';
import { useCallback } from 'react';
import { Link } from 'react-router-dom';
import { requestEndpoints } from '#contract/requests/requests.endpoints.ts';
import type { RequestProgress } from '#contract/requests/requests.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { useLinkedToken } from '#src/session/link-token.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { saySince, useNow } from '#src/ui/moments.ts';
import { enrolmentWords } from './requests.words.ts';
import styles from './requests.module.css';

const words: Readonly<Record<RequestProgress['state'], string>> = {
  new: 'It waits for you: please open the link in the email that we sent you.',
  open: 'It is here. A person reads it and answers by email.',
  answered: 'It was answered. The answer is on its way to you by email as well.',
  closed: 'It is closed. Write again if something is left to do.',
};

interface ProgressProps {
  reference: string;
  /** The page of the form. */
  page: string;
  api: ApiClient;
}

/** How far a request is, by the link that came with it. */
export function Progress({ reference, page, api }: ProgressProps) {
  const now = useNow();
  const secret = useLinkedToken(`${page}?reference=${reference}`, ['secret'])?.token ?? '';
  const load = useCallback(
    (signal: AbortSignal) =>
      api.call(requestEndpoints.readState, { body: { reference, secret } }, { signal }),
    [api, reference, secret],
  );
  const { value, status, busy, isGone, reload } = useAnswer(load);
  if (value === null && status === 'loading')
    return <Skeleton height={160} role="status" aria-label="Loading" />;
  if (value === null && (isGone || secret === ''))
    return (
      <section className={styles.sent}>
        <Text>We find no message by this link. Perhaps it was not copied whole, or it is too long ago.</Text>
        <Button component={Link} to={page} variant="default">
          Write a new one
        </Button>
      </section>
    );
  if (value === null)
    return (
      <AnswerMissing
        status={status === 'unreachable' ? 'unreachable' : 'failed'}
        busy={busy}
        isGone={false}
        failed="Your message could not be looked up"
        unreachable={`How far your message is shows up here ${asSoonAsReached}.`}
        onRetry={reload}
      />
    );
  return (
    <section className={styles.sent} aria-busy={busy}>
      <Title order={2} size="h3">
        Your message
      </Title>
      <p className={styles.reference}>{value.reference}</p>
      <Text role="status">{words[value.state]}</Text>
      <Text c="dimmed">Sent {saySince(value.sent_at, now)}</Text>
      {value.schools.length > 0 && (
        <ul className={styles.enrolled} aria-label="Your schools">
          {value.schools.map(({ school, state }, place) => (
            <li key={place}>
              <bdi>{school}</bdi>: {enrolmentWords[state]}
            </li>
          ))}
        </ul>
      )}
      {value.answer !== null && (
        <blockquote className={styles.answer} dir="auto">
          {value.answer}
        </blockquote>
      )}
    </section>
  );
}
