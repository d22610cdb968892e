import { Button, Loader, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { visitProblems } from '#contract/visits/visits.problems.ts';
import type { OpenVisit } from '#contract/visits/visits.schema.ts';
import { cannotBeReached } from '#src/lib/reach-words.ts';
import { dashboardOf } from '#src/session/dashboards.ts';
import { dropVisitToken } from '#src/session/held-visit.ts';
import { checkVisit, redeemVisit } from '#src/session/redeem-visit.ts';
import { usePlaceName, useTenant, useUser } from '#src/session/use-session.ts';
import { ApiProblem, NoNetworkError } from '#src/sync/api-client.ts';
import { SignInStep } from './sign-in-step.tsx';

interface VisitEntryProps {
  token: string;
  /** To the sign-in page that anybody else sees. */
  onLeave: () => void;
}

type State =
  | { status: 'looking' | 'entering' | 'refused' | 'unreachable' }
  | { status: 'asks'; visit: OpenVisit }
  | { status: 'failed'; text: string };

function stateOf(error: unknown): State {
  if (error instanceof NoNetworkError) return { status: 'unreachable' };
  if (!(error instanceof ApiProblem)) {
    return { status: 'failed', text: 'That did not work. Please try again in a moment.' };
  }
  if (error.code === visitProblems.link_refused.code) return { status: 'refused' };
  return { status: 'failed', text: error.message };
}

/**
 * `/login/<link>`: lets an administrator from outside into the school, or says kindly why not. It asks first, because the link
 * may have come from somebody else, and programs that look at links open them, too.
 */
export function VisitEntry({ token, onLeave }: VisitEntryProps) {
  const navigate = useNavigate();
  const place = usePlaceName();
  const user = useUser();
  const isOrganization = useTenant().tenant?.is_organization === true;
  const [state, setState] = useState<State>({ status: 'looking' });
  const hasBegun = useRef(false);

  function fail(error: unknown) {
    const found = stateOf(error);
    if (found.status === 'refused') dropVisitToken();
    setState(found);
  }

  async function look() {
    setState({ status: 'looking' });
    try {
      setState({ status: 'asks', visit: await checkVisit(token) });
    } catch (error) {
      fail(error);
    }
  }

  async function enter() {
    setState({ status: 'entering' });
    try {
      const guest = await redeemVisit(token);
      dropVisitToken();
      void navigate(dashboardOf(guest)?.to ?? '/', { replace: true });
    } catch (error) {
      fail(error);
    }
  }

  useEffect(() => {
    // React looks at an effect twice while one develops.
    if (hasBegun.current) return;
    hasBegun.current = true;
    void look();
  });

  function leave() {
    dropVisitToken();
    onLeave();
  }

  if (state.status === 'looking' || state.status === 'entering') {
    const title = state.status === 'looking' ? 'Looking at your link' : 'Opening the school';
    return (
      <SignInStep key={state.status} title={title}>
        <Loader role="status" aria-label={title} />
      </SignInStep>
    );
  }
  if (state.status === 'asks') {
    const { visit } = state;
    return (
      <SignInStep key="asks" title={`Open ${place}?`}>
        <Text>
          You enter {place} as a guest: <bdi>{`${visit.first_name} ${visit.last_name}`.trim()}</bdi> from{' '}
          <bdi>{visit.home}</bdi>.
        </Text>
        {user !== null && (
          <Text>
            <bdi>{`${user.first_name} ${user.last_name}`.trim()}</bdi> is signed in here now and will be
            signed out.
          </Text>
        )}
        <Button size="md" onClick={() => void enter()}>
          {isOrganization ? 'Open this organization' : 'Open this school'}
        </Button>
        <Button size="md" variant="default" onClick={leave}>
          Cancel
        </Button>
      </SignInStep>
    );
  }
  if (state.status === 'refused') {
    return (
      <SignInStep key="refused" title="This link does not work any more">
        <Text>
          A link into a school works once, and for a minute. Please go back to your list of schools and open
          the school from there again.
        </Text>
        <Button size="md" onClick={leave}>
          Sign in here
        </Button>
      </SignInStep>
    );
  }
  return (
    <SignInStep key="failed" title="Your school cannot be opened right now">
      <Text>
        {state.status === 'failed'
          ? state.text
          : `${cannotBeReached} The link works for a minute, so please try again soon.`}
      </Text>
      <Button size="md" onClick={() => void look()}>
        Try again
      </Button>
      <Button size="md" variant="default" onClick={leave}>
        Sign in here
      </Button>
    </SignInStep>
  );
}
