import { Button } from '@mantine/core';
import { Suspense, useCallback, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import type { Tenant } from '#contract/tenants/tenants.schema.ts';
import { cannotBeReached } from '#src/lib/reach-words.ts';
import { buttonLabel, dashboardOf, isInDashboards, type Dashboard } from '#src/session/dashboards.ts';
import { lazyWithRetry } from '#src/session/late-code.ts';
import { ReplicaGate } from '#src/session/replica-gate.tsx';
import { useIsInCommunity, usePlaceName, useTenant, useUser } from '#src/session/use-session.ts';
import { QuillshelfLogo } from '#src/ui/pictures/quillshelf-logo.tsx';
import { DashboardSwitch } from './dashboard-switch.tsx';
import { HelpButton } from './help-button.tsx';
import { SearchButton } from './search-button.tsx';
import { useLateCode } from './use-late-code.ts';
import styles from './shell.module.css';

// Whoever signs in needs none of them.
const NavMenu = lazyWithRetry(async () => (await import('./nav-menu.tsx')).NavMenu);
const ModeButton = lazyWithRetry(
  async () => (await import('#src/features/modes/mode.button.tsx')).ModeButton,
);
const NavbarCart = lazyWithRetry(
  async () => (await import(/* part: classroom */ '#src/features/cart/navbar-cart.tsx')).NavbarCart,
);
// Nor does a visitor of these.
const UserMenu = lazyWithRetry(async () => (await import('./user-menu.tsx')).UserMenu);
const SyncChip = lazyWithRetry(async () => (await import('#src/features/sync/sync-chip.tsx')).SyncChip);

// Only guests need it.
const VisitBanner = lazyWithRetry(async () => (await import('./visit-banner.tsx')).VisitBanner);
// Only parents need it.
const CommunityBanner = lazyWithRetry(async () => (await import('./community-banner.tsx')).CommunityBanner);

const loadModePicker = async () =>
  (await import(/* part: library */ '#src/features/modes/mode-picker.dialog.tsx')).ModePickerDialog;

function Logo({ tenant }: { tenant: Tenant | null }) {
  const [failed, setFailed] = useState<string | null>(null);
  if (!tenant?.logo || failed === tenant.logo) {
    return (
      <span className={styles.mark}>
        <QuillshelfLogo size={34} />
      </span>
    );
  }
  return <img src={tenant.logo} alt="" className={styles.logo} onError={() => setFailed(tenant.logo)} />;
}

export function Navbar() {
  const { tenant } = useTenant();
  const user = useUser();
  const isInCommunity = useIsInCommunity();
  const { pathname } = useLocation();
  const [switchingTo, setSwitchingTo] = useState<Dashboard | null>(null);
  const endSwitch = useCallback(() => setSwitchingTo(null), []);
  const dashboard = user && dashboardOf(user);
  const [isPicking, setPicking] = useState(false);
  const openModes = useCallback(() => setPicking(true), []);
  const { code: ModePicker } = useLateCode({
    isWanted: isPicking,
    load: loadModePicker,
    words: ['The modes could not be opened', `${cannotBeReached} Please try again later.`],
    onMissing: () => setPicking(false),
  });
  const isSigningIn = /^\/login(\/|$)/u.test(pathname);
  const cart = (inMenu: boolean) =>
    user?.role !== 'student' && (
      <Suspense fallback={null}>
        <NavbarCart inMenu={inMenu} />
      </Suspense>
    );
  const hasModes = tenant?.switchboard === true;
  return (
    <header className={styles.header}>
      <div className={styles.headband} />
      <div className={styles.bar}>
        <Link to={paths.home()} className={styles.home}>
          <Logo tenant={tenant} />
          <span className={styles.name}>{usePlaceName()}</span>
        </Link>
        <Suspense fallback={null}>
          <ReplicaGate failed={() => null}>
            <SyncChip />
          </ReplicaGate>
        </Suspense>
        <SearchButton />
        {!isSigningIn && (
          <>
            <Link to={paths.library()} className={styles.link}>
              Library
            </Link>
            {hasModes && (
              <Suspense fallback={null}>
                <span className={styles.roomy}>
                  <ModeButton onOpen={openModes} />
                </span>
              </Suspense>
            )}
          </>
        )}
        {!isSigningIn && cart(false)}
        <HelpButton />
        {dashboard && !isInDashboards(pathname) && (
          <Button component={Link} to={dashboard.to} variant="default" className={styles.wide}>
            {buttonLabel(dashboard)}
          </Button>
        )}
        {!isSigningIn && (
          <Suspense fallback={<span className={styles.narrow} />}>
            <NavMenu dashboard={dashboard} cart={cart(true)} onModes={hasModes ? openModes : null} />
          </Suspense>
        )}
        {user && (
          <Suspense fallback={<span className={styles.person} />}>
            <UserMenu user={user} onSwitch={setSwitchingTo} />
          </Suspense>
        )}
        {!user && !isSigningIn && (
          <Button component={Link} to={paths.signIn()} className={styles.signIn}>
            Sign in
          </Button>
        )}
      </div>
      {user?.visiting && (
        <Suspense fallback={null}>
          <VisitBanner visit={user.visiting} />
        </Suspense>
      )}
      {!user && isInCommunity && (
        <Suspense fallback={null}>
          <CommunityBanner />
        </Suspense>
      )}
      {ModePicker && <ModePicker opened={isPicking} onClose={() => setPicking(false)} />}
      {switchingTo && <DashboardSwitch dashboard={switchingTo} onDone={endSwitch} />}
    </header>
  );
}
