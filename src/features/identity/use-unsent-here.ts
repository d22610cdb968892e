import { useEffect, useState } from 'react';
import { loadPatiently } from '#src/session/late-code.ts';
import { useTenant } from '#src/session/use-session.ts';
import type { UnsentPerson } from '#src/sync/unsent.ts';

/** Whose changes wait on this tablet until they sign in here again, or are sent for them; null until it was looked. */
export function useUnsentHere(): readonly UnsentPerson[] | null {
  const { tenant } = useTenant();
  const [people, setPeople] = useState<readonly UnsentPerson[] | null>(null);

  useEffect(() => {
    let isLeft = false;
    let stop = () => {};
    // A list that cannot be read keeps nobody from signing in, which is what helps.
    const failed = (error: unknown) => globalThis.reportError(error);
    async function watch() {
      // Elsewhere browsers have no keys to seal with, so nothing was ever kept.
      if (!window.isSecureContext) return setPeople([]);
      const [{ watchUnsent }, { browserEnvironment }] = await loadPatiently(() =>
        Promise.all([import('#src/sync/unsent.ts'), import('#src/sync/browser-environment.ts')]),
      );
      if (!isLeft) stop = watchUnsent(browserEnvironment(), tenant?.id, setPeople, failed);
    }
    watch().catch(failed);
    return () => {
      isLeft = true;
      stop();
    };
  }, [tenant?.id]);

  return people;
}
