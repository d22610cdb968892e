import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { memberEndpoints } from '#contract/members/members.endpoints.ts';
import { memberProblems } from '#contract/members/members.problems.ts';
import { apiClient } from '#src/session/api.ts';
import { failureOf, type FailureInWords } from '#src/session/failure-words.ts';
import { useLinkedToken } from '#src/session/link-token.ts';
import { useUser } from '#src/session/use-session.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { FailureNote } from '#src/ui/failure-note.tsx';
import { LinkCard } from './link-card.tsx';
import { StopEmailChange } from './stop-email-change.tsx';

const final: readonly (string | null)[] = [
  memberProblems.email_link_refused.code,
  memberProblems.email_taken.code,
];

function GoOn() {
  const user = useUser();
  return (
    <Button component={Link} to={user ? '/' : '/login'} size="md">
      {user ? 'Go to the home page' : 'Sign in'}
    </Button>
  );
}

/** Programs that look at e-mail open links as well, so that a person presses the button. */
function Confirm({ api, token }: { api: ApiClient; token: string }) {
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<FailureInWords | null>(null);
  const [confirmed, setConfirmed] = useState<string | null>(null);

  async function confirm() {
    setAsking(true);
    setFailure(null);
    try {
      const { email } = await api.call(memberEndpoints.confirmEmail, { body: { token } });
      setConfirmed(email);
    } catch (error) {
      setFailure(failureOf(error));
    }
    setAsking(false);
  }

  if (confirmed !== null) {
    return (
      <LinkCard title="Your address is confirmed" announced>
        <Text>From now on you sign in with {confirmed}.</Text>
        <GoOn />
      </LinkCard>
    );
  }
  if (failure && final.includes(failure.code)) {
    return (
      <LinkCard title="This link does not work any more" announced>
        <Text>{failure.text}</Text>
        <Text>You sign in with the address that you had. Your school can send you a new link.</Text>
        <GoOn />
      </LinkCard>
    );
  }
  return (
    <LinkCard title="Confirm your email address">
      {failure && <FailureNote failure={failure} />}
      <Text>You opened the link that was sent to your new address. Confirm it, and you sign in with it.</Text>
      <Button size="md" loading={isAsking} onClick={() => void confirm()}>
        Confirm this address
      </Button>
    </LinkCard>
  );
}

/**
 * `/verification/#token=…` confirms a new address, `/verification/#stop=…` stops one that another person asked for. Links of an
 * earlier version have a `?token=…`.
 */
export function VerificationScreen({ api = apiClient }: { api?: ApiClient }) {
  const [address] = useSearchParams();
  const earlier = address.get('token');
  const link = useLinkedToken(
    '/verification/',
    ['token', 'stop'],
    earlier === null ? null : { kind: 'token', token: earlier },
  );
  if (link?.kind === 'stop') return <StopEmailChange key={link.token} api={api} token={link.token} />;
  if (link !== null) return <Confirm key={link.token} api={api} token={link.token} />;
  return (
    <LinkCard title="Open the link in your email">
      <Text>
        This page opens with the link that we sent to your new email address. Open it there once more.
      </Text>
      <GoOn />
    </LinkCard>
  );
}
