import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { memberEndpoints } from '#contract/members/members.endpoints.ts';
import { memberProblems } from '#contract/members/members.problems.ts';
import { failureOf, type FailureInWords } from '#src/session/failure-words.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { FailureNote } from '#src/ui/failure-note.tsx';
import { LinkCard } from './link-card.tsx';

/** Opened by the link in the e-mail to the old address. Programs open links as well, so a person presses the button. */
export function StopEmailChange({ api, token }: { api: ApiClient; token: string }) {
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<FailureInWords | null>(null);
  const [stopped, setStopped] = useState<{ email: string; is_undone: boolean } | null>(null);

  async function stop() {
    setAsking(true);
    setFailure(null);
    try {
      setStopped(await api.call(memberEndpoints.stopEmailChange, { body: { token } }));
    } catch (error) {
      setFailure(failureOf(error));
    }
    setAsking(false);
  }

  if (stopped?.is_undone === true) {
    return (
      <LinkCard title="Your old address is back" announced>
        <Text>
          You sign in with {stopped.email} again. Everyone who was signed in to your account is signed out,
          and the old password does not work any more.
        </Text>
        <Text>Choose a new password now, and tell your school what happened.</Text>
        <Button component={Link} to="/resetpasswordemail" size="md">
          Choose a new password
        </Button>
      </LinkCard>
    );
  }
  if (stopped !== null) {
    return (
      <LinkCard title="The change is stopped" announced>
        <Text>You sign in with {stopped.email} as before. Tell your school what happened.</Text>
        <Button component={Link} to="/" size="md">
          Go to the home page
        </Button>
      </LinkCard>
    );
  }
  if (failure?.code === memberProblems.email_link_refused.code) {
    return (
      <LinkCard title="This link does not work any more" announced>
        <Text>{failure.text}</Text>
        <Text>If you cannot sign in with your address, please ask your school.</Text>
      </LinkCard>
    );
  }
  return (
    <LinkCard title="Stop the change of your email address">
      {failure && <FailureNote failure={failure} />}
      <Text>
        Another person at your school asked for a new email address for your account. Stop it if you did not
        agree to it.
      </Text>
      <Button size="md" loading={isAsking} onClick={() => void stop()}>
        Stop this change
      </Button>
    </LinkCard>
  );
}
