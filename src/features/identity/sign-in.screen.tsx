import { useDocumentTitle, useMounted } from '@mantine/hooks';
import { startTransition, Suspense, useCallback, useState, type ComponentType } from 'react';
import { Navigate, useLocation, useParams } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import { tabStorage } from '#src/session/device-storage.ts';
import { lazyPage, lazyWithRetry } from '#src/session/late-code.ts';
import { notePrepared, wasPreparedFor } from '#src/session/prepared-here.ts';
import { isNextChild } from '#src/session/redirects.ts';
import { useTenant, useUser } from '#src/session/use-session.ts';
import { heldVisitToken } from '#src/session/held-visit.ts';
import type { Who } from './role-step.tsx';
import { draftKey } from './sign-in-draft.ts';
import { SignInRooms } from './sign-in-rooms.tsx';
import type { QrScannerProps } from './use-card-sign-in.ts';
import { useLeaveSignIn } from './use-leave-sign-in.ts';
import { clearToasts } from './toast.ts';

const SignInLink = lazyPage(async () => (await import(/* part: aside */ './sign-in-link.tsx')).SignInLink);
const VisitEntry = lazyPage(async () => (await import(/* part: aside */ './visit-entry.tsx')).VisitEntry);
const PreparedStart = lazyWithRetry(
  async () => (await import('./prepared-start/prepared-start.tsx')).PreparedStart,
);

/** A reload finds whoever had begun to type where they were. */
function whoWasHere(): Who | null {
  return (tabStorage.getItem(draftKey) ?? '') === '' ? null : 'staff';
}

interface SignInScreenProps {
  /** Reads the codes on login cards; without it there is no way in by a card. */
  Scanner?: ComponentType<QrScannerProps>;
}

/**
 * `/login`, and `/login/<school>/` and `/login/<one-time link>`, which look alike. All steps stand in one boundary: it was
 * seen already when the next step's code is fetched, so the step that stands stays until then.
 */
export function SignInScreen(props: SignInScreenProps) {
  return (
    <Suspense fallback={null}>
      <SignInSteps {...props} />
    </Suspense>
  );
}

function SignInSteps({ Scanner }: SignInScreenProps) {
  useDocumentTitle('Sign in');
  const user = useUser();
  const { tenant } = useTenant();
  const { place } = useParams();
  const location = useLocation();
  const isMounted = useMounted();
  const [who, setWho] = useState<Who | null>(() => (isNextChild(location.state) ? 'student' : whoWasHere()));
  const [hasChosen, setChosen] = useState(false);
  const [isSigningIn, setSigningIn] = useState(false);
  const [placeHere, setPlaceHere] = useState<string | null>(null);
  const [visitToken, setVisitToken] = useState(heldVisitToken);
  const { leaveFor, leaveAsFamily } = useLeaveSignIn();
  /** What a look at this tablet said; null as long as there was none. */
  const [found, setFound] = useState<boolean | null>(null);

  const stayHere = useCallback(() => setPlaceHere(place ?? null), [place]);

  // The step that stands stays until the next one's code is there.
  const take = (next: Who | null) => {
    void clearToasts();
    startTransition(() => {
      setChosen(true);
      setWho(next);
    });
  };

  if (visitToken !== null) return <VisitEntry token={visitToken} onLeave={() => setVisitToken(null)} />;
  if (user && !isSigningIn) return <Navigate to={paths.home()} replace />;
  if (place !== undefined && place !== tenant?.subdomain && place !== placeHere) {
    return <SignInLink place={place} onHere={stayHere} />;
  }

  const signingInTo = (home: string) => ({
    isSigningIn,
    onSigningIn: setSigningIn,
    onSignedIn: () => leaveFor(home),
  });
  const isStaffOnly = tenant?.is_platform === true || tenant?.is_organization === true;
  const tenantId = tenant?.id ?? '';
  const isPrepared = !isStaffOnly && (found ?? wasPreparedFor(tenantId));
  const look = (isThere: boolean) => {
    notePrepared(isThere ? tenantId : null);
    setFound(isThere);
  };
  if (isPrepared && !hasChosen && who !== 'staff') {
    return (
      <PreparedStart
        tenantId={tenantId}
        // Who comes in by a face or a card of this tablet has come to write.
        signingIn={signingInTo(paths.dashboard())}
        Scanner={Scanner}
        onOthers={() => take(null)}
        onNone={() => look(false)}
      />
    );
  }
  return (
    <SignInRooms
      who={who}
      isStaffOnly={isStaffOnly}
      isNext={!hasChosen && isNextChild(location.state)}
      hasChosen={hasChosen}
      isPending={tenant?.is_pending === true}
      isLate={isMounted}
      signingIn={signingInTo(paths.home())}
      Scanner={Scanner}
      onTake={take}
      onLeave={isPrepared ? () => setChosen(false) : undefined}
      onFamily={leaveAsFamily}
      onPrepared={() => look(true)}
    />
  );
}
