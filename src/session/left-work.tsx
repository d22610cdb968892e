import { useEffect } from 'react';
import type { GrantKeeper } from '#src/sync/grants.ts';
import type { OthersDrain } from '#src/sync/others-drain.ts';
import type { Replica } from '#src/sync/replica.ts';
import type { PackKeeper } from '#src/sync/tablet-pack.ts';
import { apiClient, apiClientOf, apiClientWith } from './api.ts';
import { hasDatabases } from './has-databases.ts';
import { loadPatiently } from './late-code.ts';
import { report } from './report.ts';
import { useSessionStore } from './session.store.ts';
import { useReplicaState } from './use-replica.ts';

/** Starts something that is still to be loaded; what comes back ends it, whether it has begun or not. */
function startLate<Part extends { start(): void; close(): void }>(
  load: () => Promise<Part | null>,
): () => void {
  let part: Part | null = null;
  let isLeft = false;
  loadPatiently(load)
    .then((loaded) => {
      if (isLeft) return;
      part = loaded;
      part?.start();
    })
    .catch(report);
  return () => {
    isLeft = true;
    part?.close();
  };
}

async function othersDrain(signedIn: string | null): Promise<OthersDrain | null> {
  if (!(await hasDatabases())) return null;
  const [others, { browserEnvironment }] = await Promise.all([
    import('#src/sync/others-drain.ts'),
    import('#src/sync/browser-environment.ts'),
  ]);
  return new others.OthersDrain({
    environment: browserEnvironment(),
    api: apiClient,
    apiWith: apiClientWith,
    signedIn,
    onFailure: report,
  });
}

async function packKeeper(): Promise<PackKeeper | null> {
  if (!(await hasDatabases())) return null;
  const [pack, { browserEnvironment }] = await Promise.all([
    import('#src/sync/tablet-pack.ts'),
    import('#src/sync/browser-environment.ts'),
  ]);
  return new pack.PackKeeper({ environment: browserEnvironment(), api: apiClient, onFailure: report });
}

async function grantKeeper(replica: Replica): Promise<GrantKeeper> {
  const [grants, { browserEnvironment }] = await Promise.all([
    import('#src/sync/grants.ts'),
    import('#src/sync/browser-environment.ts'),
  ]);
  return new grants.GrantKeeper({
    environment: browserEnvironment(),
    api: apiClientOf(replica.user_id),
    replica,
    onFailure: report,
  });
}

/**
 * Changes outlive the session: sends what others left on this device, whoever is signed in or nobody, and has the school
 * let this device do the same for the student who is. Keeps up to date what a prepared tablet knows of the children. It
 * shows nothing.
 */
export function LeftWork() {
  const id = useSessionStore(({ user }) => user?.id ?? null);
  const isStudent = useSessionStore(({ user }) => user?.role === 'student');
  const state = useReplicaState();
  const replica = state.status === 'ready' ? state.replica : null;

  // Anew with each person: before the first of them there may have been nothing here.
  useEffect(() => {
    const parts = [startLate(() => othersDrain(id)), startLate(packKeeper)];
    return () => {
      for (const end of parts) end();
    };
  }, [id]);

  useEffect(() => {
    if (!replica || !isStudent) return undefined;
    return startLate(() => grantKeeper(replica));
  }, [replica, isStudent]);

  return null;
}
