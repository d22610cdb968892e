import { useEffect, useEffectEvent, useState } from 'react';
import { readPreparedClasses } from '#src/session/prepared-classes.ts';
import type { PreparedClass } from '#src/sync/offline-sign-in.ts';

/** Milliseconds between two looks: the tablet itself asks the school for news every few minutes. */
const interval = 60_000;

/** The classes of this tablet, kept up to date; null until they are read. `onNone` is told where it is prepared no longer. */
export function usePreparedClasses(tenantId: string, onNone: () => void): readonly PreparedClass[] | null {
  const [classes, setClasses] = useState<readonly PreparedClass[] | null>(null);
  const none = useEffectEvent(onNone);

  useEffect(() => {
    const left = new AbortController();
    const look = () => {
      readPreparedClasses(tenantId).then(
        (found) => {
          if (left.signal.aborted) return;
          if (found.length === 0) none();
          else setClasses(found);
        },
        (error: unknown) => {
          globalThis.reportError(error);
          // What cannot be read here is not here: the ways that need the school are there still.
          if (!left.signal.aborted) none();
        },
      );
    };
    const wake = () => {
      if (document.visibilityState === 'visible') look();
    };
    look();
    const timer = setInterval(look, interval);
    document.addEventListener('visibilitychange', wake, { signal: left.signal });
    return () => {
      clearInterval(timer);
      left.abort();
    };
  }, [tenantId]);

  return classes;
}
