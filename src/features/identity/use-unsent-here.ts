import { useEffect, useState } from 'react';
import { loadPatiently } from '#src/session/late-code.ts';
import { useTenant } from '#src/session/use-session.ts';
import type { UnsentPerson } from '#src/sync/unsent.ts';

async function look(tenantId: string | undefined): Promise<UnsentPerson[]> {
  // Elsewhere browsers have no keys to seal with, so nothing was ever kept.
  if (!window.isSecureContext) return [];
  const [{ unsentOnThisDevice }, { browserEnvironment }] = await loadPatiently(() =>
    Promise.all([import('#src/sync/unsent.ts'), import('#src/sync/browser-environment.ts')]),
  );
  return await unsentOnThisDevice(browserEnvironment(), tenantId);
}

/** Whose changes wait on this tablet until they sign in here again; null until it was looked. */
export function useUnsentHere(): readonly UnsentPerson[] | null {
  const { tenant } = useTenant();
  const [people, setPeople] = useState<readonly UnsentPerson[] | null>(null);

  useEffect(() => {
    let isLeft = false;
    look(tenant?.id).then(
      (found) => {
        if (!isLeft) setPeople(found);
      },
      // A list that cannot be read keeps nobody from signing in, which is what helps.
      (error: unknown) => globalThis.reportError(error),
    );
    return () => {
      isLeft = true;
    };
  }, [tenant?.id]);

  return people;
}
