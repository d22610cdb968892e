import { useEffect, useRef, useState } from 'react';
import type { User } from '#contract/identity/identity.schema.ts';
import { unlock, type ShownCredentials } from '#src/session/unlock.ts';
import { showAgain, signInFailure, type SignInFailure } from '../sign-in.problems.ts';

/** Tries to unlock, and keeps in the words of the sign-in page what went wrong until the next try. */
export function useUnlock(user: User) {
  const [failure, setFailure] = useState<SignInFailure | null>(null);
  const [isTrying, setTrying] = useState(false);
  const running = useRef<AbortController | null>(null);

  useEffect(() => () => running.current?.abort(), []);

  /** Forgets what was tried, whatever comes of it. */
  function callOff() {
    running.current?.abort();
    setTrying(false);
    setFailure(null);
  }

  /** False where it did not open. */
  async function attempt(shown: ShownCredentials): Promise<boolean> {
    callOff();
    const controller = new AbortController();
    running.current = controller;
    setTrying(true);
    try {
      await unlock(user, shown, controller.signal);
      return true;
    } catch (error) {
      if (controller.signal.aborted) return false;
      // A card names its child.
      setFailure(signInFailure(error, undefined, shown.username === null ? undefined : showAgain));
      setTrying(false);
      return false;
    }
  }

  return { failure, isTrying, attempt, callOff };
}
