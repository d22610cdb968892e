import { Button, Loader, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import { passwordEndpoints } from '#contract/passwords/passwords.endpoints.ts';
import { apiClient } from '#src/session/api.ts';
import { beginSession } from '#src/session/begin-session.ts';
import { dashboardOf } from '#src/session/dashboards.ts';
import { tokenInHash } from '#src/session/link-token.ts';
import { report } from '#src/session/report.ts';
import { signOut, useUser } from '#src/session/use-session.ts';
import { ApiProblem, NoNetworkError, type ApiClient } from '#src/sync/api-client.ts';
import { FailureNote } from '#src/ui/failure-note.tsx';
import { notify } from '#src/ui/notify.tsx';
import { NewPasswordForm } from './new-password.form.tsx';
import { PasswordCard } from './password-card.tsx';
import { passwordFailure, type PasswordFailure } from './passwords.problems.ts';

type LinkState =
  | { status: 'checking' }
  | { status: 'failed'; failure: PasswordFailure }
  | { status: 'gone' }
  | { status: 'works'; email: string; is_first: boolean }
  /** The first password is set, and its person is being signed in. */
  | { status: 'signing_in' }
  | { status: 'used'; is_first: boolean };

/** Whether the link works, so that nobody chooses a password for one that does not. */
function useLink(api: ApiClient, token: string) {
  const [state, setState] = useState<LinkState>({ status: 'checking' });
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    api.call(passwordEndpoints.checkReset, { body: { token } }, { signal }).then(
      (whose) => {
        if (!signal.aborted) setState({ status: 'works', ...whose });
      },
      (error: unknown) => {
        if (signal.aborted) return;
        const failure = passwordFailure(error);
        setState(failure.isOfLink ? { status: 'gone' } : { status: 'failed', failure });
      },
    );
    return () => leaving.abort();
  }, [api, token]);
  return [state, setState] as const;
}

const askAgain = (
  <Button component={Link} to="/resetpasswordemail" size="md">
    Ask for a new link
  </Button>
);

function LinkGone() {
  return (
    <PasswordCard title="This link does not work any more" announced>
      <Text>A link works once, and only for a while. When you ask again, only the newest one works.</Text>
      {askAgain}
    </PasswordCard>
  );
}

interface WithLinkProps {
  api: ApiClient;
  token: string;
  /** From the start: the school could not be reached. */
  onTryAgain: () => void;
}

function WithLink({ api, token, onTryAgain }: WithLinkProps) {
  const user = useUser();
  const navigate = useNavigate();
  const [state, setState] = useLink(api, token);

  /** A first password signs in at once, as an invitation does: its person comes to the first steps. */
  async function signInFirst(username: string, password: string) {
    setState({ status: 'signing_in' });
    try {
      const session = await api.call(identityEndpoints.signIn, { body: { username, password } });
      beginSession(session, false);
      notify.success('Logged in successfully');
      void navigate(dashboardOf(session.user)?.to ?? '/', { replace: true });
    } catch (error) {
      // The password is set all the same, and the page leads to the sign-in.
      if (!(error instanceof ApiProblem || error instanceof NoNetworkError)) report(error);
      setState({ status: 'used', is_first: true });
    }
  }

  if (state.status === 'checking') {
    return (
      <PasswordCard title="Choose a new password">
        <Loader role="status" aria-label="Looking at your link" />
      </PasswordCard>
    );
  }
  if (state.status === 'signing_in') {
    return (
      <PasswordCard title="Your password is set">
        <Loader role="status" aria-label="Signing you in" />
      </PasswordCard>
    );
  }
  if (state.status === 'used') {
    return (
      <PasswordCard title={state.is_first ? 'Your password is set' : 'Your password was changed'} announced>
        <Text>
          {state.is_first
            ? 'You can sign in with it now.'
            : 'Wherever you were signed in, you sign in again with the new one.'}
        </Text>
        <Button component={Link} to="/login" size="md">
          Sign in
        </Button>
      </PasswordCard>
    );
  }
  if (state.status === 'gone') return <LinkGone />;
  if (state.status === 'failed') {
    return (
      <PasswordCard title="Choose a new password">
        <FailureNote failure={state.failure} />
        <Button size="md" onClick={onTryAgain}>
          Try again
        </Button>
      </PasswordCard>
    );
  }
  const { email, is_first } = state;
  return (
    <PasswordCard title={is_first ? 'Choose a password' : 'Choose a new password'}>
      <NewPasswordForm
        api={api}
        token={token}
        email={email}
        isFirst={is_first}
        onChanged={async (newPassword) => {
          if (is_first && (user === null || user.email === email))
            return await signInFirst(email, newPassword);
          // The server has ended this session too; the page says so itself, without a warning.
          if (user?.email === email) signOut();
          return setState({ status: 'used', is_first });
        }}
        onLinkRefused={() => setState({ status: 'gone' })}
      />
    </PasswordCard>
  );
}

/** `/password-reset-confirm/`: opened by the link in the e-mail, which carries its token behind a `#`. */
export function NewPasswordScreen({ api = apiClient }: { api?: ApiClient }) {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const opened = tokenInHash(hash);
  const [link, setLink] = useState({ hash, token: opened, openings: 0 });
  const [tries, setTries] = useState(0);
  if (hash !== link.hash) {
    // Who opens the same link once more sees how it stands now.
    const next = opened === null ? link : { token: opened, openings: link.openings + 1 };
    setLink({ ...next, hash });
  }

  // The token does not stay in the address, where the next one at this device could find it in the history.
  useEffect(() => {
    if (opened !== null) void navigate('/password-reset-confirm/', { replace: true });
  }, [opened, navigate]);

  if (link.token !== null) {
    return (
      <WithLink
        key={`${link.openings} ${tries}`}
        api={api}
        token={link.token}
        onTryAgain={() => setTries((count) => count + 1)}
      />
    );
  }
  return (
    <PasswordCard title="Open the link in your email">
      <Text>
        This page opens with the link that we sent you. Open it there once more, or ask for a new one.
      </Text>
      {askAgain}
    </PasswordCard>
  );
}
