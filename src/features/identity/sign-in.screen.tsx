import { useDocumentTitle, useMounted } from '@mantine/hooks';
import { lazy, startTransition, Suspense, useCallback, useEffect, useState, type ComponentType } from 'react';
import { Navigate, useLocation, useNavigate, useParams } from 'react-router-dom';
import { limits } from '#contract/kit/limits.ts';
import { paths } from '#contract/kit/paths.ts';
import { tabStorage } from '#src/session/device-storage.ts';
import { latePart } from '#src/session/late-code.ts';
import { notePrepared, wasPreparedFor } from '#src/session/prepared-here.ts';
import { afterCommunitySignIn, afterSignIn, isNextChild, takeInvitation } from '#src/session/redirects.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { useTenant, useUser } from '#src/session/use-session.ts';
import { heldVisitToken } from '#src/session/held-visit.ts';
import { RoleStep, type Who } from './role-step.tsx';
import { draftKey } from './sign-in-draft.ts';
import { SignInStep } from './sign-in-step.tsx';
import type { QrScannerProps } from './use-card-sign-in.ts';
import { clearToasts } from './toast.ts';

// The first step is all that everybody needs; the others come when somebody takes them.
const StaffSignInForm = lazy(async () => ({
  default: (await import('./staff-sign-in.form.tsx')).StaffSignInForm,
}));
const StudentSignIn = lazy(async () => ({ default: (await import('./student-sign-in.tsx')).StudentSignIn }));
const CommunityForm = lazy(async () => ({ default: (await import('./community.form.tsx')).CommunityForm }));
const SignInLink = lazy(async () => ({ default: (await import('./sign-in-link.tsx')).SignInLink }));
const VisitEntry = lazy(async () => ({ default: (await import('./visit-entry.tsx')).VisitEntry }));
const PreparedStart = latePart(
  async () => (await import('./prepared-start/prepared-start.tsx')).PreparedStart,
);
const PendingNote = latePart(async () => (await import('./pending-note.tsx')).PendingNote);
const UnsentHere = latePart(async () => (await import('./unsent-here.tsx')).UnsentHere);

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
  const navigate = useNavigate();
  const isMounted = useMounted();
  const [who, setWho] = useState<Who | null>(() => (isNextChild(location.state) ? 'student' : whoWasHere()));
  const [hasChosen, setChosen] = useState(false);
  const [isSigningIn, setSigningIn] = useState(false);
  const [placeHere, setPlaceHere] = useState<string | null>(null);
  const [visitToken, setVisitToken] = useState(heldVisitToken);
  // Where the one who just signed in goes, after a moment in which to see that it worked.
  const [target, setTarget] = useState<string | null>(null);
  /** What a look at this tablet said; null as long as there was none. */
  const [found, setFound] = useState<boolean | null>(null);

  useEffect(() => {
    if (target === null) return undefined;
    const timer = setTimeout(() => void navigate(target, { replace: true }), limits.signInRedirectDelay);
    return () => clearTimeout(timer);
  }, [target, navigate]);

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

  // Who comes in by a face or a card of this tablet has come to write.
  const signingInTo = (home: string) => ({
    isSigningIn,
    onSigningIn: setSigningIn,
    onSignedIn: () =>
      setTarget(
        takeInvitation(tabStorage) ??
          afterSignIn(location.state, useSessionStore.getState().user?.id ?? null, home),
      ),
  });
  const signingIn = signingInTo(paths.home());
  // The platform and an organization have neither children nor parents of their own.
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
        signingIn={signingInTo(paths.dashboard())}
        Scanner={Scanner}
        onOthers={() => take(null)}
        onNone={() => look(false)}
      />
    );
  }
  const onBack = isStaffOnly ? undefined : () => take(null);
  const pending = tenant?.is_pending === true && (
    <Suspense fallback={null}>
      <PendingNote />
    </Suspense>
  );
  const unsent = isMounted && (
    <Suspense fallback={null}>
      <UnsentHere onPrepared={() => look(true)} />
    </Suspense>
  );

  if (who === 'student' && !isStaffOnly) {
    return (
      <StudentSignIn
        signingIn={signingIn}
        isNext={!hasChosen && isNextChild(location.state)}
        onBack={() => take(null)}
        Scanner={Scanner}
      />
    );
  }
  if (who === 'parent' && !isStaffOnly) {
    return (
      <SignInStep
        key="parent"
        title="For families"
        hint="Your school gives you this password. With it you can read what the school shares with families."
        begins="field"
        onBack={onBack}
      >
        <CommunityForm
          onEntered={() => setTarget(takeInvitation(tabStorage) ?? afterCommunitySignIn(location.state))}
        />
      </SignInStep>
    );
  }
  if (who === 'staff' || isStaffOnly) {
    return (
      <SignInStep
        key="staff"
        title="Sign in"
        hint="For teachers and administrators"
        begins="field"
        onBack={onBack}
      >
        {pending}
        <StaffSignInForm {...signingIn} />
        {unsent}
      </SignInStep>
    );
  }
  return (
    <SignInStep
      key="role"
      title="Who is signing in?"
      begins={hasChosen ? 'title' : 'page'}
      onBack={isPrepared ? () => setChosen(false) : undefined}
    >
      {pending}
      <RoleStep onChoose={take} />
      {unsent}
    </SignInStep>
  );
}
