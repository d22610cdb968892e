import { useEffect, useEffectEvent } from 'react';
import { readPreparedClasses } from '#src/session/prepared-classes.ts';
import { useTenant } from '#src/session/use-session.ts';

/** Finds out that this tablet is prepared where the page did not know it, as where another version prepared it. */
export function useLookForClasses(onFound: () => void): void {
  const id = useTenant().tenant?.id;
  const found = useEffectEvent(onFound);
  useEffect(() => {
    if (id === undefined) return undefined;
    let isLeft = false;
    readPreparedClasses(id).then(
      ({ length }) => {
        if (!isLeft && length > 0) found();
      },
      // The ways that need the school are there still.
      (error: unknown) => globalThis.reportError(error),
    );
    return () => {
      isLeft = true;
    };
  }, [id]);
}
