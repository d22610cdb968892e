import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { limits } from '#contract/kit/limits.ts';
import { tabStorage } from '#src/session/device-storage.ts';
import { afterCommunitySignIn, afterSignIn, takeInvitation } from '#src/session/redirects.ts';
import { useSessionStore } from '#src/session/session.store.ts';

/** Where the one who just signed in goes, after a moment in which to see that it worked. */
export function useLeaveSignIn() {
  const location = useLocation();
  const navigate = useNavigate();
  const [target, setTarget] = useState<string | null>(null);

  useEffect(() => {
    if (target === null) return undefined;
    const timer = setTimeout(() => void navigate(target, { replace: true }), limits.signInRedirectDelay);
    return () => clearTimeout(timer);
  }, [target, navigate]);

  return {
    /** An invitation first, then the page that was asked for, else this one. */
    leaveFor: (home: string) =>
      setTarget(
        takeInvitation(tabStorage) ??
          afterSignIn(location.state, useSessionStore.getState().user?.id ?? null, home),
      ),
    leaveAsFamily: () => setTarget(takeInvitation(tabStorage) ?? afterCommunitySignIn(location.state)),
  };
}
