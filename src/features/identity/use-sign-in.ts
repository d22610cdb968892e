import { useEffect, useRef, useState } from 'react';
import type { LoginForm } from '#contract/identity/identity.schema.ts';
import { noteChildHere, type WayIn } from '#src/session/children-here.ts';
import { signIn } from '#src/session/use-session.ts';
import { showAgain, signInFailure, type SignInFailure } from './sign-in.problems.ts';
import { clearToasts, toast } from './toast.ts';

/** How a step of the sign-in page tells the page what happens. */
export interface SigningIn {
  /** True from the moment of trying; false again where it failed. */
  isSigningIn: boolean;
  onSigningIn: (isSigningIn: boolean) => void;
  /** Called once, when the session is there. */
  onSignedIn: () => void;
}

/**
 * Signs in, and keeps what went wrong until the next try. `attempt` answers that too, and null where it worked or was
 * called off. Leaving the step calls it off, as `callOff` does: on a shared tablet the next child may have begun.
 */
export function useSignIn({ onSigningIn, onSignedIn }: SigningIn) {
  const [failure, setFailure] = useState<SignInFailure | null>(null);
  const running = useRef<AbortController | null>(null);
  const callOff = () => running.current?.abort();

  useEffect(() => () => running.current?.abort(), []);

  async function attempt(form: LoginForm, way: WayIn = 'typed'): Promise<SignInFailure | null> {
    callOff();
    const controller = new AbortController();
    running.current = controller;
    setFailure(null);
    void clearToasts();
    onSigningIn(true);
    try {
      const { role } = await signIn(form, controller.signal);
      if (role === 'student') noteChildHere(way);
    } catch (error) {
      if (running.current === controller) onSigningIn(false);
      if (controller.signal.aborted) return null;
      const found = signInFailure(error, undefined, way === 'card' ? showAgain : undefined);
      setFailure(found);
      if (!found.isOffline) void toast('error', found.text);
      return found;
    }
    void toast('success', 'Logged in successfully');
    onSignedIn();
    return null;
  }

  return { failure, attempt, callOff };
}
