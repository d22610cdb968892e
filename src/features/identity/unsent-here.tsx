import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { loadPatiently } from '#src/session/late-code.ts';
import { useTenant } from '#src/session/use-session.ts';
import type { UnsentPerson } from '#src/sync/unsent.ts';
import { saySince, useNow } from '#src/ui/moments.ts';
import styles from './sign-in.module.css';

async function look(tenantId: string | undefined): Promise<UnsentPerson[]> {
  // Elsewhere browsers have no keys to seal with, so nothing was ever kept.
  if (!window.isSecureContext) return [];
  const [{ unsentOnThisDevice }, { browserEnvironment }] = await loadPatiently(() =>
    Promise.all([import('#src/sync/unsent.ts'), import('#src/sync/browser-environment.ts')]),
  );
  return await unsentOnThisDevice(browserEnvironment(), tenantId);
}

/** Whose changes wait on this tablet until they sign in here again. */
export function UnsentHere() {
  const { tenant } = useTenant();
  const now = useNow();
  const [people, setPeople] = useState<readonly UnsentPerson[]>([]);

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

  if (people.length === 0) return null;
  return (
    <section className={styles.unsent} aria-labelledby="unsent-here">
      <Text id="unsent-here" fw={600}>
        Unsent changes on this tablet
      </Text>
      <ul>
        {people.map(({ user_id, name, changes, waiting_since }) => (
          <li key={user_id}>
            <bdi>{name ?? 'Somebody'}</bdi> ({changes}), waiting since {saySince(waiting_since, now)}
          </li>
        ))}
      </ul>
    </section>
  );
}
