import { Button, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconArrowRight, IconLock, IconSchool, IconWifiOff } from '@tabler/icons-react';
import { Suspense, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { exampleAddress, promises, welcomeTo } from '#contract/content/entrance.rules.ts';
import { paths } from '#contract/kit/paths.ts';
import { product } from '#contract/kit/product.ts';
import type { User } from '#contract/identity/identity.schema.ts';
import type { Tenant } from '#contract/tenants/tenants.schema.ts';
import { withPort } from '#src/lib/site-at.ts';
import { cannotBeReachedTitle } from '#src/lib/reach-words.ts';
import { leaveCommunity } from '#src/session/community.ts';
import { dashboardOf, titleOfUser } from '#src/session/dashboards.ts';
import { lazyWithRetry } from '#src/session/late-code.ts';
import { useIsInCommunity, usePlaceName, useTenant, useUser } from '#src/session/use-session.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { NoNetworkIllustration, SignInIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { greeting, withArticle } from './greeting.ts';
import styles from './home.module.css';

const Ear = lazyWithRetry(async () => (await import('#src/ui/ear.tsx')).Ear);

const icons = { offline: IconWifiOff, private: IconLock, school: IconSchool } as const;

function Promises() {
  return (
    <ul className={styles.promises}>
      {promises.map(({ key, title, text }) => {
        const Icon = icons[key];
        return (
          <li key={key} className={styles.promise}>
            <Icon size={28} stroke={1.75} aria-hidden className={styles.icon} />
            <Title order={2} size="h3">
              {title}
            </Title>
            <Text>{text}</Text>
          </li>
        );
      })}
    </ul>
  );
}

function Hero({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.hero}>
      <div className={styles.words}>
        <Title order={1} className={styles.title}>
          {title}
        </Title>
        {children}
      </div>
      <div className={styles.picture}>
        <SignInIllustration />
      </div>
    </section>
  );
}

function SignInButton({ isSecond = false }: { isSecond?: boolean }) {
  return (
    <Button
      component={Link}
      to={paths.signIn()}
      size="md"
      className={styles.main}
      {...(isSecond && { variant: 'default' })}
    >
      Sign in
    </Button>
  );
}

/** For a school that is new here. */
function RegisterButton() {
  return (
    <Button component={Link} to={paths.register()} size="md" className={styles.main}>
      Register your school
    </Button>
  );
}

function SchoolVisitor({ tenant }: { tenant: Tenant }) {
  const { title, lead, note } = welcomeTo(tenant);
  return (
    <Hero title={title}>
      <Text size="lg">{lead}</Text>
      <SignInButton />
      <Text c="dimmed">{note}</Text>
    </Hero>
  );
}

function PlatformVisitor({ tenant }: { tenant: Tenant }) {
  const { hostname, port } = window.location;
  const platform = withPort(tenant.platform_host ?? hostname, port);
  const { title, lead, findSchool, note } = welcomeTo(tenant);
  return (
    <Hero title={title}>
      <Text size="lg">{lead}</Text>
      <Text size="lg">
        {findSchool} <b className={styles.address}>{exampleAddress(platform)}</b>.
      </Text>
      <div className={styles.ways}>
        <RegisterButton />
        <SignInButton isSecond />
      </div>
      <Text c="dimmed">{note}</Text>
    </Hero>
  );
}

/** By the name that the button above every page has. */
function openLabel({ role, champion }: User): string {
  return champion || role === 'student' ? 'Open my page' : 'Open your dashboard';
}

function SignedIn({ user, tenant }: { user: User; tenant: Tenant }) {
  const dashboard = dashboardOf(user);
  const [hello] = useState(() => greeting(new Date()));
  return (
    <Hero title={`${hello}, ${user.first_name}`}>
      <div className={styles.said}>
        <Text size="lg">
          {user.visiting ? (
            <>
              You are visiting <b>{tenant.school_name}</b>, as a guest from {user.visiting.home}.
            </>
          ) : (
            <>
              You are signed in to <b>{tenant.school_name}</b> as{' '}
              {withArticle(titleOfUser(user).toLowerCase())}.
            </>
          )}
        </Text>
        {user.role === 'student' && (
          <div className={styles.ear}>
            <Suspense fallback={null}>
              <Ear words="Tap the yellow button: it opens your own page." />
            </Suspense>
          </div>
        )}
      </div>
      {dashboard ? (
        <div className={styles.ways}>
          <Button
            component={Link}
            to={dashboard.to}
            size="md"
            className={styles.main}
            rightSection={<IconArrowRight size={22} aria-hidden />}
          >
            {openLabel(user)}
          </Button>
          {user.role === 'student' && (
            // As near to the paper as it is from the child's own page.
            <Button
              component={Link}
              to={`${paths.stories()}?do=begin`}
              size="md"
              variant="default"
              className={styles.main}
            >
              Write a story
            </Button>
          )}
        </div>
      ) : (
        <Text c="dimmed">Here is what {tenant.school_name} shares with families.</Text>
      )}
    </Hero>
  );
}

/** A parent, let in by the password of the community: there to read, and nobody by name. */
function InCommunity({ tenant }: { tenant: Tenant }) {
  const [isLeaving, setLeaving] = useState(false);
  const [isStuck, setStuck] = useState(false);

  async function leave() {
    setLeaving(true);
    setStuck(false);
    try {
      await leaveCommunity();
    } catch {
      setLeaving(false);
      setStuck(true);
    }
  }

  return (
    <Hero title={`Welcome, families of ${tenant.school_name}`}>
      <Text size="lg">You can read what the school shares with families.</Text>
      {isStuck && (
        <Text role="alert">
          {product.name} cannot be reached right now, so you are still in. Please try again.
        </Text>
      )}
      <Button variant="default" size="md" className={styles.main} loading={isLeaving} onClick={leave}>
        Leave the community view
      </Button>
    </Hero>
  );
}

function Unreachable() {
  return (
    <EmptyState
      role="alert"
      picture={<NoNetworkIllustration />}
      title={cannotBeReachedTitle}
      text="This page tries again by itself. Once it was open with a network, it opens without one too."
    />
  );
}

interface HomeScreenProps {
  /** What somebody needs next who is signed in, by role; null for nobody. */
  next: (user: User) => ReactNode;
  /** The newest that whoever comes may read. */
  shelf: ReactNode;
}

/** `/`: a welcome, the one way on, what one needs next, and books. */
export function HomeScreen({ next, shelf }: HomeScreenProps) {
  const { tenant } = useTenant();
  const user = useUser();
  const isInCommunity = useIsInCommunity();
  useDocumentTitle(usePlaceName());
  if (!tenant) return <Unreachable />;
  if (user)
    return (
      <>
        <SignedIn user={user} tenant={tenant} />
        {next(user)}
        {shelf}
      </>
    );
  if (isInCommunity)
    return (
      <>
        <InCommunity tenant={tenant} />
        {shelf}
      </>
    );
  return (
    <>
      {tenant.is_platform ? <PlatformVisitor tenant={tenant} /> : <SchoolVisitor tenant={tenant} />}
      {shelf}
      <Promises />
    </>
  );
}
