import { useCallback, useEffect, useRef, useState } from 'react';
import type { User } from '#contract/identity/identity.schema.ts';
import { deviceStorage } from '#src/session/device-storage.ts';
import { IdleClock } from '#src/session/idle-clock.ts';
import { idlenessAfter } from '#src/session/idle.rules.ts';
import { lockSession } from '#src/session/lock.ts';

const clocks = { wall: () => Date.now(), steady: () => performance.now() };
const touches = ['pointerdown', 'keydown', 'touchmove', 'wheel'] as const;
/** Milliseconds between two looks. */
const interval = 1000;

/**
 * Locks the session when nobody has touched the device for long. `seconds` are left to say that somebody is there; null
 * where nobody has to.
 */
export function useIdleness(user: User) {
  const [seconds, setSeconds] = useState<number | null>(null);
  const clock = useRef<IdleClock | null>(null);

  const look = useCallback(() => {
    const idleness = idlenessAfter(clock.current?.look() ?? 0);
    if (idleness.kind === 'away') lockSession(user);
    setSeconds(idleness.kind === 'asking' ? idleness.seconds : null);
    return idleness.kind;
  }, [user]);

  // Looks first: whoever wakes a tablet that was left alone for an hour is not thereby its child.
  const touch = useCallback(() => {
    if (look() === 'away') return;
    clock.current?.touch();
    setSeconds(null);
  }, [look]);

  useEffect(() => {
    clock.current = new IdleClock(deviceStorage, clocks);
    look();
    const heard = new AbortController();
    const options = { capture: true, passive: true, signal: heard.signal };
    for (const name of touches) window.addEventListener(name, touch, options);
    document.addEventListener('visibilitychange', look, { signal: heard.signal });
    const timer = setInterval(look, interval);
    return () => {
      heard.abort();
      clearInterval(timer);
    };
  }, [look, touch]);

  return { seconds, touch };
}
