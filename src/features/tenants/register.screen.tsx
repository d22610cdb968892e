import { Alert, Anchor, Button, Loader, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { affiliationEndpoints } from '#contract/affiliations/affiliations.endpoints.ts';
import { product } from '#contract/kit/product.ts';
import { registrationEndpoints } from '#contract/tenants/registration.endpoints.ts';
import type { Registered } from '#contract/tenants/registration.schema.ts';
import { cannotBeReached } from '#src/lib/reach-words.ts';
import { siteAt } from '#src/lib/site-at.ts';
import { apiClient } from '#src/session/api.ts';
import { addressOn } from '#src/session/other-host.ts';
import { tabDrafts } from '#src/session/tab-drafts.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import { usePlaceName, useTenant } from '#src/session/use-session.ts';
import { ApiProblem, type ApiClient } from '#src/sync/api-client.ts';
import { FailureNote } from '#src/ui/failure-note.tsx';
import { LinkPage } from '#src/ui/link-page.tsx';
import { RegistrationForm } from './registration.form.tsx';
import styles from './registration.module.css';

interface Invitation {
  token: string;
  organization: string;
  email: string;
}

/** The school as a letter names it. */
interface Named {
  school_name: string;
  email: string;
}

interface DoneProps {
  registered: Registered;
  school_name: string;
  school_email: string;
}

/** Specification, section 2: the success screen has a button that opens the new platform's sign-in page. */
function RegistrationDone({ registered: { message, tenant }, school_name, school_email }: DoneProps) {
  return (
    <LinkPage place={school_name} title={message === '' ? 'Registration successful!' : message} announced>
      <Text>
        {school_name} has a place of its own: <strong>{new URL(addressOn(tenant.host, '/')).host}</strong>
      </Text>
      <Text>
        Now look into your email. We have sent a link to <strong>{school_email}</strong>. Open it and choose a
        password. Nothing came? Please look in your spam folder.
      </Text>
      <Text c="dimmed">You have chosen a password? Then you can sign in.</Text>
      <Button component="a" href={addressOn(tenant.host, '/login')} variant="default">
        Open the sign-in page
      </Button>
    </LinkPage>
  );
}

interface FormPageProps {
  api: ApiClient;
  invitation: Invitation | null;
  named?: Named;
}

function FormPage({ api, invitation, named }: FormPageProps) {
  const title = invitation ? 'Register your school' : 'Register a school or organization';
  useDocumentTitle(title);
  const [done, setDone] = useState<DoneProps | null>(null);
  if (done) return <RegistrationDone {...done} />;
  return (
    <section className={styles.page}>
      <header className={styles.intro}>
        <Title order={1}>{title}</Title>
        {invitation ? (
          <Text mt="sm">
            <bdi>{invitation.organization}</bdi> invites you. Your school belongs to it from the beginning:
            its administrators can enter your school and help. You always see who came, and can leave at any
            time.
          </Text>
        ) : (
          <Text mt="sm">
            It takes a few minutes. You get an address of your own on {product.name}, with your logo and your
            colours.
          </Text>
        )}
      </header>
      <RegistrationForm
        api={api}
        // A link asks for less, so what was typed without one is another form.
        draft={{ name: invitation ? 'registration by link' : 'registration', localDrafts: tabDrafts }}
        asksForKind={invitation === null}
        schoolName={named?.school_name ?? ''}
        email={invitation?.email ?? named?.email ?? ''}
        emailHint="You sign in with it. We send a link there with which you choose a password."
        submitLabel="Register"
        onSubmit={async (body) => {
          const query = invitation ? { invitation_link: invitation.token } : {};
          const registered = await api.call(registrationEndpoints.register, { query, body });
          setDone({ registered, school_name: body.school_name, school_email: body.school_email });
        }}
      />
    </section>
  );
}

function LinkRefused({ freely }: { freely: string | null }) {
  return (
    <LinkPage place={usePlaceName()} title="This link does not work any more" announced>
      <Text>
        Please ask the organization for a new one. You can register without it, too, and belong to the
        organization later.
      </Text>
      {freely !== null && (
        <Button component="a" href={freely} size="md">
          Register without the link
        </Button>
      )}
    </LinkPage>
  );
}

interface WithLinkProps extends Omit<FormPageProps, 'invitation' | 'named'> {
  token: string;
  /** Where one registers without a link; null where that is not known. */
  freely: string | null;
}

function WithLink({ api, token, freely }: WithLinkProps) {
  const place = usePlaceName();
  const [load] = useState(() => async (signal: AbortSignal): Promise<Invitation | null> => {
    try {
      const found = await api.call(affiliationEndpoints.checkInvitation, { body: { token } }, { signal });
      return { token, ...found };
    } catch (error) {
      // Also on the platform's own site, where there are no such links.
      if (error instanceof ApiProblem && [404, 410].includes(error.status)) return null;
      throw error;
    }
  });
  const { status, value, busy, reload } = useAnswer(load);
  if (status === 'ready') {
    return value ? <FormPage api={api} invitation={value} /> : <LinkRefused freely={freely} />;
  }
  return (
    <LinkPage place={place} title="Register your school">
      {status === 'loading' ? (
        <Loader role="status" aria-label="Looking at your link" />
      ) : (
        <>
          <FailureNote
            failure={
              status === 'unreachable'
                ? { isOffline: true, text: cannotBeReached }
                : { isOffline: false, text: 'Something went wrong on the way. Please try again.' }
            }
          />
          <Button size="md" loading={busy} onClick={reload}>
            Try again
          </Button>
        </>
      )}
    </LinkPage>
  );
}

interface RegisterScreenProps {
  /** Of an organization's link. */
  token: string | null;
  named?: Named;
  api?: ApiClient;
}

/** `/register` and `/register#token=…`. */
export function RegisterScreen({
  token,
  named = { school_name: '', email: '' },
  api = apiClient,
}: RegisterScreenProps) {
  const { tenant } = useTenant();
  const place = usePlaceName();
  const platform = tenant?.platform_host;
  const isElsewhere = tenant?.is_platform !== true;
  const href = !isElsewhere ? '/register' : platform ? `${siteAt(platform, window.location)}register` : null;
  if (token !== null) return <WithLink key={token} api={api} token={token} freely={href} />;
  if (tenant && !tenant.is_platform) {
    return (
      <LinkPage place={place} title="Register a school or organization">
        <Text>Schools and organizations register on the site of {product.name} itself.</Text>
        {href !== null && (
          <Button component="a" href={href} size="md">
            Go there
          </Button>
        )}
        <Alert variant="light">
          You belong to {place}?{' '}
          <Anchor component={Link} to="/login" underline="always">
            Sign in
          </Anchor>{' '}
          instead.
        </Alert>
      </LinkPage>
    );
  }
  return <FormPage api={api} invitation={null} named={named} />;
}
