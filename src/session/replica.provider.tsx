import { useEffect, useState, type ReactNode } from 'react';
import type { Profile, User } from '#contract/identity/identity.schema.ts';
import type { Role } from '#contract/kit/roles.ts';
import { product } from '#contract/kit/product.ts';
import type { AnyQueuedDefinition } from '#src/sync/queued.ts';
import type { DeviceWatch } from '#src/sync/device-watch.ts';
import type { Replica } from '#src/sync/replica.ts';
import type { ExpectedRows } from '#src/sync/sealed-snapshot.ts';
import { apiClientOf } from './api.ts';
import { deviceStorage } from './device-storage.ts';
import { forgetSnapshots, hasToForget, type Owner } from './forgotten-snapshots.ts';
import { loadPatiently } from './late-code.ts';
import { report } from './report.ts';
import { readUser, sessionKeys } from './session-keys.ts';
import { useSessionStore } from './session.store.ts';
import { DeviceContext } from './use-device.ts';
import { ReplicaContext, type ReplicaState } from './use-replica.ts';

/** What the app brings to a replica. */
export interface ReplicaParts {
  readonly definitions: readonly AnyQueuedDefinition[];
  /** What the page at an address reads first of all, which then is there when the replica is. */
  readonly expectedAt: (address: Location, tenantId: string) => ExpectedRows;
}

const noParts: ReplicaParts = { definitions: [], expectedAt: () => ({ places: [], tables: [] }) };

/** Who came in without a network has the own page at once, with what this device knows. */
function standInOf({ id }: Owner): Profile | null {
  const user = readUser(deviceStorage);
  if (user?.id !== id || deviceStorage.getItem(sessionKeys.offlineSession) === null) return null;
  return { ...user, about_me: null, tutorials: [] };
}

const loadReplica = () =>
  Promise.all([import('#src/sync/open-replica.ts'), import('#src/sync/browser-environment.ts')]);

/** Asks for the code of the replica before anything is drawn. It is asked for again when one is opened. */
export function fetchReplica(): void {
  const { user } = useSessionStore.getState();
  if (user && hasReplica(user)) void loadReplica().catch(() => undefined);
}

async function open(owner: Owner, loading: Promise<ReplicaParts>): Promise<Replica> {
  const [[{ openReplica }, { browserEnvironment }], { definitions, expectedAt }] = await Promise.all([
    loadPatiently(loadReplica),
    loading,
  ]);
  const environment = browserEnvironment();
  const api = apiClientOf(owner.id);
  return await openReplica({
    environment,
    api,
    streams: api,
    user: owner,
    standIn: standInOf(owner),
    definitions,
    expected: expectedAt(window.location, owner.tenant_id),
    isStillHere: () => readUser(deviceStorage)?.id === owner.id,
    onFailure: report,
  });
}

/** What a tablet has to do for whoever signed in on it. None of it keeps anybody from their work. */
async function watchDevice(replica: Replica, owner: Owner): Promise<DeviceWatch> {
  const [{ DeviceWatch: Watch }, { browserEnvironment }, { rememberPerson }] = await loadPatiently(() =>
    Promise.all([
      import('#src/sync/device-watch.ts'),
      import('#src/sync/browser-environment.ts'),
      import('#src/sync/unsent.ts'),
    ]),
  );
  const environment = browserEnvironment();
  const { user } = useSessionStore.getState();
  if (user?.id === owner.id) await rememberPerson(environment, user).catch(report);
  return new Watch({ environment, api: apiClientOf(owner.id), replica, onFailure: report });
}

async function forgetOthers(): Promise<void> {
  if (!hasToForget(deviceStorage)) return;
  const [{ browserEnvironment }, { forgetLocalDrafts }, { forgetPerson }] = await Promise.all([
    import('#src/sync/browser-environment.ts'),
    import('#src/sync/local-drafts.ts'),
    import('#src/sync/unsent.ts'),
  ]);
  await forgetSnapshots(deviceStorage, async (owner) => {
    const person = { tenant_id: owner.tenant_id, user_id: owner.id };
    await forgetLocalDrafts(browserEnvironment(), person);
    const replica = await open(owner, Promise.resolve(noParts));
    await replica.forgetSnapshot().finally(() => replica.close());
    await forgetPerson(browserEnvironment(), person);
  });
}

/** The platform's own site is no school: there is nothing to carry around. */
function hasReplica({ role, champion }: User): boolean {
  return role !== product.platformRole && !champion;
}

interface ReplicaProviderProps {
  /** Loads what somebody of this role can queue and see; only those who are signed in need it. */
  loadParts: (role: Role) => Promise<ReplicaParts>;
  children: ReactNode;
}

/** Keeps the replica of the signed-in person open, and no one else's. */
export function ReplicaProvider({ loadParts, children }: ReplicaProviderProps) {
  const id = useSessionStore(({ user }) => (user && hasReplica(user) ? user.id : undefined));
  const tenantId = useSessionStore(({ user }) => user?.tenant_id);
  const role = useSessionStore(({ user }) => user?.role);
  const isLooking = useSessionStore(({ user }) => user?.visiting?.may === 'look');
  const [opened, setOpened] = useState<Opened | null>(null);

  useEffect(() => {
    if (id === undefined || tenantId === undefined || role === undefined) {
      forgetOthers().catch(report);
      return undefined;
    }
    let isLeft = false;
    let replica: Replica | null = null;
    let device: DeviceWatch | null = null;
    // None of what surrounds it is a reason to keep somebody from their own work.
    async function begin(owner: Owner, loading: () => Promise<ReplicaParts>) {
      await forgetOthers().catch(report);
      const made = await open(owner, loadPatiently(loading));
      if (isLeft) {
        made.close();
        return;
      }
      replica = made;
      made.start();
      const state: ReplicaState = { status: 'ready', replica: made };
      setOpened({ id: owner.id, state, device: null });
      // Who only looks around tells the school of no device.
      if (isLooking) return;
      const watch = async () => {
        device = await watchDevice(made, owner);
        if (isLeft) return device.close();
        setOpened({ id: owner.id, state, device });
        await device.start();
      };
      await watch().catch((error: unknown) => {
        if (!isLeft) report(error);
      });
    }
    begin({ id, tenant_id: tenantId }, () => loadParts(role)).catch((error: unknown) => {
      if (!isLeft) setOpened({ id, state: { status: 'failed', error }, device: null });
    });
    return () => {
      isLeft = true;
      device?.close();
      replica?.close();
      setOpened(null);
    };
  }, [id, tenantId, role, isLooking, loadParts]);

  return (
    <ReplicaContext value={stateOf(id, opened)}>
      <DeviceContext value={opened?.id === id ? (opened?.device ?? null) : null}>{children}</DeviceContext>
    </ReplicaContext>
  );
}

interface Opened {
  id: string;
  state: ReplicaState;
  device: DeviceWatch | null;
}

// Between two people there is a moment in which the state still is the last one's.
function stateOf(id: string | undefined, opened: Opened | null): ReplicaState {
  if (id === undefined) return none;
  return opened?.id === id ? opened.state : opening;
}

const none: ReplicaState = { status: 'none' };
const opening: ReplicaState = { status: 'opening' };
