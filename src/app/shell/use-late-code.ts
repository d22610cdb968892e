import { useEffect, useEffectEvent, useState } from 'react';
import { isMissingCode } from '#src/session/late-code.ts';

/**
 * Code of what opens over the page, fetched when somebody opens it for the first time; null until then. `load` is the same
 * function at all times. `onMissing` hears that it could not be had.
 */
export function useLateCode<Code>(isWanted: boolean, load: () => Promise<Code>, onMissing: () => void) {
  const [code, setCode] = useState<{ is: Code } | null>(null);
  const isWaiting = isWanted && code === null;
  const giveUp = useEffectEvent((error: unknown) => {
    if (!isMissingCode(error)) console.error(error);
    onMissing();
  });
  useEffect(() => {
    if (isWaiting) load().then((is) => setCode({ is }), giveUp);
  }, [isWaiting, load]);
  return { code: code?.is ?? null, isWaiting };
}
