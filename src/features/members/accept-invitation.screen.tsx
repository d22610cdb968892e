import { Button, Loader, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { invitationEndpoints } from '#contract/members/invitations.endpoints.ts';
import type { OpenInvitation } from '#contract/members/invitations.schema.ts';
import { invitationProblems } from '#contract/members/members.problems.ts';
import type { Session } from '#contract/identity/identity.schema.ts';
import { apiClient } from '#src/session/api.ts';
import { beginSession } from '#src/session/begin-session.ts';
import { dashboardOf, roleName } from '#src/session/dashboards.ts';
import { tabStorage } from '#src/session/device-storage.ts';
import { failureOf, type FailureInWords } from '#src/session/failure-words.ts';
import { invitationKey } from '#src/session/redirects.ts';
import { signOut, useTenant, useUser } from '#src/session/use-session.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { FailureNote } from '#src/ui/failure-note.tsx';
import { notify } from '#src/ui/notify.tsx';
import { AcceptInvitationForm } from './accept-invitation.form.tsx';
import { LinkCard } from './link-card.tsx';
import { nameOf } from './member-words.ts';

type LinkState =
  | { status: 'checking' }
  | { status: 'failed'; failure: FailureInWords }
  | { status: 'open'; invitation: OpenInvitation }
  /** This page signed the invited person in and is about to be left. */
  | { status: 'joined' };

const titles: Readonly<Record<string, string>> = {
  [invitationProblems.expired.code]: 'This invitation is too old',
  [invitationProblems.used.code]: 'This invitation was used already',
  [invitationProblems.revoked.code]: 'This invitation was taken back',
  [invitationProblems.has_account.code]: 'You have an account already',
};

/** What the school says about the link. */
function useInvitation(api: ApiClient, token: string) {
  const [state, setState] = useState<LinkState>({ status: 'checking' });
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    api.call(invitationEndpoints.check, { body: { token } }, { signal }).then(
      (invitation) => {
        if (!signal.aborted) setState({ status: 'open', invitation });
      },
      (error: unknown) => {
        if (!signal.aborted) setState({ status: 'failed', failure: failureOf(error) });
      },
    );
    return () => leaving.abort();
  }, [api, token]);
  return {
    state,
    refuse: (failure: FailureInWords) => setState({ status: 'failed', failure }),
    markJoined: () => setState({ status: 'joined' }),
  };
}

function Refused({ failure, onTryAgain }: { failure: FailureInWords; onTryAgain: () => void }) {
  const user = useUser();
  const title = titles[failure.code ?? ''];
  // Not the link is at fault, but the way to the school.
  if (!failure.code?.startsWith('invitations.')) {
    return (
      <LinkCard title="Your invitation">
        <FailureNote failure={failure} />
        <Button size="md" onClick={onTryAgain}>
          Try again
        </Button>
      </LinkCard>
    );
  }
  return (
    <LinkCard title={title ?? 'This link does not work'} announced>
      <Text>{failure.text}</Text>
      <Button component={Link} to={user ? '/' : '/login'} size="md">
        {user ? 'Go to the home page' : 'Sign in'}
      </Button>
    </LinkCard>
  );
}

interface WithTokenProps {
  api: ApiClient;
  token: string;
  /** From the start: the school could not be reached. */
  onTryAgain: () => void;
}

function WithToken({ api, token, onTryAgain }: WithTokenProps) {
  const user = useUser();
  const isOfPlatform = useTenant().tenant?.is_platform === true;
  const navigate = useNavigate();
  const { state, refuse, markJoined } = useInvitation(api, token);
  const isOpen = state.status === 'open';

  // Whoever goes to sign in from here comes back here (specification, section 2).
  useEffect(() => {
    if (isOpen && user === null) tabStorage.setItem(invitationKey, token);
  }, [isOpen, user, token]);

  function join(session: Session) {
    tabStorage.removeItem(invitationKey);
    markJoined();
    beginSession(session, false);
    notify.success('Logged in successfully');
    void navigate(dashboardOf(session.user)?.to ?? '/', { replace: true });
  }

  if (state.status === 'checking') {
    return (
      <LinkCard title="Your invitation">
        <Loader role="status" aria-label="Looking at your link" />
      </LinkCard>
    );
  }
  if (state.status === 'failed') return <Refused failure={state.failure} onTryAgain={onTryAgain} />;
  if (state.status === 'joined') {
    return (
      <LinkCard title="You are signed in">
        <Loader role="status" aria-label="Opening your dashboard" />
      </LinkCard>
    );
  }
  const { invitation } = state;
  const name = roleName(invitation.role).toLowerCase();
  // On the platform's own site, teachers and parents are its champions.
  const as = isOfPlatform && /^(?:teacher|parent)$/u.test(name) ? `superpower ${name}` : name;
  // Another tab accepted the invitation and signed in.
  if (user !== null && user.email?.toLowerCase() === invitation.email.toLowerCase()) {
    return (
      <LinkCard title="You are signed in" announced>
        <Text>You accepted this invitation and sign in with {invitation.email}.</Text>
        <Button component={Link} to={dashboardOf(user)?.to ?? '/'} size="md">
          Continue to Dashboard
        </Button>
      </LinkCard>
    );
  }
  if (user !== null) {
    return (
      <LinkCard title="Somebody else is signed in here" announced>
        <Text>
          The invitation is for {invitation.email}. On this device <bdi>{nameOf(user)}</bdi> is signed in.
        </Text>
        <Button size="md" onClick={signOut}>
          Sign out and go on
        </Button>
        <Button component={Link} to="/" size="md" variant="default">
          Stay signed in
        </Button>
      </LinkCard>
    );
  }
  return (
    <LinkCard title={`Welcome to ${invitation.school_name}`}>
      <Text>
        <bdi>{nameOf(invitation.invited_by)}</bdi> invites you, as {as}. You sign in with {invitation.email}{' '}
        and a password that you choose here.
      </Text>
      <AcceptInvitationForm
        api={api}
        token={token}
        invitation={invitation}
        onJoined={join}
        onRefused={refuse}
      />
    </LinkCard>
  );
}

interface AcceptInvitationScreenProps {
  /** Undefined where the page was opened without one. */
  token: string | undefined;
  api?: ApiClient;
}

/** `/accept-invitation/#token=…`: opened by the link in the e-mail. */
export function AcceptInvitationScreen({ token, api = apiClient }: AcceptInvitationScreenProps) {
  const [tries, setTries] = useState(0);
  if (token !== undefined) {
    return (
      <WithToken
        key={`${token} ${tries}`}
        api={api}
        token={token}
        onTryAgain={() => setTries((count) => count + 1)}
      />
    );
  }
  return (
    <LinkCard title="Open the link in your email">
      <Text>
        You accept an invitation with the link that your school sent you by email. Open it there once more. If
        you cannot find it, ask your school to send it again.
      </Text>
      <Button component={Link} to="/login" size="md">
        Sign in
      </Button>
    </LinkCard>
  );
}
