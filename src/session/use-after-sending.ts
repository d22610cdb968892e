import { useLayoutEffect, useRef } from 'react';
import { useOfAny, useReplicaState } from './use-replica.ts';

/** Calls `reload` each time that queued changes were answered: what the school says may contain them from then on. */
export function useAfterSending(reload: () => void): void {
  const state = useReplicaState();
  const replica = state.status === 'ready' ? state.replica : null;
  const waiting = useOfAny(replica, (own) => own.status().waiting) ?? 0;
  const before = useRef(waiting);
  // Before the screen is painted, so that no old answer is taken for a new one.
  useLayoutEffect(() => {
    const hasFewer = waiting < before.current;
    before.current = waiting;
    if (hasFewer) reload();
  }, [waiting, reload]);
}
