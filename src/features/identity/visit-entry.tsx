import { Button, Loader, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { visitProblems } from '#contract/visits/visits.problems.ts';
import { cannotBeReached } from '#src/lib/reach-words.ts';
import { dashboardOf } from '#src/session/dashboards.ts';
import { dropVisitToken } from '#src/session/held-visit.ts';
import { redeemVisit } from '#src/session/redeem-visit.ts';
import { ApiProblem, NoNetworkError } from '#src/sync/api-client.ts';
import { SignInStep } from './sign-in-step.tsx';

interface VisitEntryProps {
  token: string;
  /** To the sign-in page that anybody else sees. */
  onLeave: () => void;
}

type State = { status: 'entering' | 'refused' | 'unreachable' } | { status: 'failed'; text: string };

function stateOf(error: unknown): State {
  if (error instanceof NoNetworkError) return { status: 'unreachable' };
  if (!(error instanceof ApiProblem)) {
    return { status: 'failed', text: 'That did not work. Please try again in a moment.' };
  }
  if (error.code === visitProblems.link_refused.code) return { status: 'refused' };
  return { status: 'failed', text: error.message };
}

/** `/login/<link>`: lets an administrator from outside into the school, or says kindly why not. */
export function VisitEntry({ token, onLeave }: VisitEntryProps) {
  const navigate = useNavigate();
  const [state, setState] = useState<State>({ status: 'entering' });
  const hasBegun = useRef(false);

  async function enter() {
    setState({ status: 'entering' });
    try {
      const user = await redeemVisit(token);
      dropVisitToken();
      void navigate(dashboardOf(user.role)?.to ?? '/', { replace: true });
    } catch (error) {
      const found = stateOf(error);
      if (found.status === 'refused') dropVisitToken();
      setState(found);
    }
  }

  useEffect(() => {
    // It is good once: React's second look at an effect must not use it up.
    if (hasBegun.current) return;
    hasBegun.current = true;
    void enter();
  });

  function leave() {
    dropVisitToken();
    onLeave();
  }

  if (state.status === 'entering') {
    return (
      <SignInStep key="entering" title="Opening the school">
        <Loader aria-label="Opening the school" />
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
      <Button size="md" onClick={() => void enter()}>
        Try again
      </Button>
      <Button size="md" variant="default" onClick={leave}>
        Sign in here
      </Button>
    </SignInStep>
  );
}
