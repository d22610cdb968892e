import { MantineProvider } from '@mantine/core';
import { useEffect, useMemo } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { identityProblems } from '#contract/identity/identity.problems.ts';
import { runsClasses, type Role } from '#contract/kit/roles.ts';
import { defaultColors } from '#contract/tenants/tenants.schema.ts';
import { loadPatiently } from '#src/session/late-code.ts';
import { ReplicaProvider, type ReplicaParts } from '#src/session/replica.provider.tsx';
import { useSessionStore } from '#src/session/session.store.ts';
import { useTenant, useUser } from '#src/session/use-session.ts';
import { ReadsToChild } from '#src/ui/reads-to-child.ts';
import { lookOf } from '#src/ui/theme.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { LateParts } from './late-parts.tsx';
import { NobodysPage, Pages } from './pages.tsx';

async function loadReplicaParts(role: Role): Promise<ReplicaParts> {
  const [{ replicaParts }, staffCalls] = await Promise.all([
    import('./replica-parts.ts'),
    runsClasses(role) ? import(/* part: office */ './staff-calls.ts').then((code) => code.staffCalls) : [],
  ]);
  return replicaParts(staffCalls);
}

/** Specification, section 8: a session that the server ended says so. Words meant for the one who left go with them. */
function useSessionEnd() {
  const ended = useSessionStore((state) => state.ended);
  useEffect(() => {
    if (ended === null) return;
    const tell = async () => {
      const [{ notifications }, { notify }] = await loadPatiently(() =>
        Promise.all([import('@mantine/notifications'), import('#src/ui/notify.tsx')]),
      );
      notifications.clean();
      if (ended === 'refused') notify.warning(identityProblems.refresh_refused.error);
      if (ended === 'not_let_in')
        notify.warning(
          'Please sign in again',
          'Your school can be reached now, and did not know the card or password that you came in with. What you made is still on this tablet. Your teacher can help you.',
        );
    };
    void tell();
  }, [ended]);
}

function Site() {
  const { status } = useTenant();
  const isChild = useUser()?.role === 'student';
  useSessionEnd();
  // A moment of paper is better than a page that changes its colours under the eyes.
  if (status === 'loading') return null;
  return (
    <BrowserRouter>
      <ReplicaProvider loadParts={loadReplicaParts}>
        <ReadsToChild value={isChild}>
          {status === 'unknown_host' ? <NobodysPage /> : <Pages />}
          <LateParts />
        </ReadsToChild>
      </ReplicaProvider>
    </BrowserRouter>
  );
}

export function App() {
  const { tenant } = useTenant();
  const { theme, cssVariablesResolver } = useMemo(() => lookOf(tenant ?? defaultColors), [tenant]);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      deduplicateCssVariables={false}
    >
      <ErrorBoundary>
        <Site />
      </ErrorBoundary>
    </MantineProvider>
  );
}
