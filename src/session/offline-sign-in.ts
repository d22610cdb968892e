import type { Credentials, User } from '#contract/identity/identity.schema.ts';
import type { PupilTile } from '#contract/students/students.schema.ts';
import type { OfflineSignIn } from '#src/sync/offline-sign-in.ts';
import { markBrowser } from './browser-mark.ts';
import { deviceStorage } from './device-storage.ts';
import { hasDatabases } from './has-databases.ts';
import { loadCore } from './load-core.ts';
import { writeOfflineSession } from './session-keys.ts';
import { useSessionStore } from './session.store.ts';

/** Why nobody was signed in while the school could not be reached. */
export class OfflineRefusal extends Error {
  override readonly name = 'OfflineRefusal';

  constructor(readonly kind: Exclude<OfflineSignIn['kind'], 'signed_in'>) {
    super(kind);
  }
}

const loadCode = () => loadCore(() => import('#src/sync/offline-sign-in.ts'));

/** The school of this address; null where this device does not know it, or where nothing was ever kept here. */
async function knownTenant(): Promise<string | null> {
  const id = useSessionStore.getState().tenant?.id ?? null;
  return id !== null && (await hasDatabases()) ? id : null;
}

/** @throws OfflineRefusal, and the reason of `signal` where that came first: then nobody is signed in */
export async function signInWithoutNetwork(credentials: Credentials, signal: AbortSignal): Promise<User> {
  const tenantId = await knownTenant();
  if (tenantId === null) throw new OfflineRefusal('not_prepared');
  const { core, environment } = await loadCode();
  const result = await core.signInOffline(environment, tenantId, credentials);
  if (result.kind !== 'signed_in') throw new OfflineRefusal(result.kind);
  // Whoever stands there by now may be another child. What was kept goes by itself where nothing was made with it.
  signal.throwIfAborted();
  markBrowser();
  writeOfflineSession(deviceStorage, result.user, crypto.randomUUID());
  useSessionStore.setState({ user: result.user, ended: null, isLocked: false });
  return result.user;
}

/** Which tablet this is; null where it never told the school, or cannot say. */
export async function deviceIdHere(): Promise<string | null> {
  try {
    if (!(await hasDatabases())) return null;
    const { core, environment } = await loadCode();
    return await core.deviceIdHere(environment);
  } catch (error) {
    globalThis.reportError(error);
    return null;
  }
}

/** A child typed its password, and it was right. Nobody waits for what this tablet makes of it. */
export function rememberPassword(user: User, password: string): void {
  const remember = async () => {
    if (user.role !== 'student' || !(await hasDatabases())) return;
    const { core, environment } = await loadCode();
    await core.rememberPassword(environment, user, password);
  };
  remember().catch((error: unknown) => globalThis.reportError(error));
}

/** The children of a class as this tablet knows them, in the order of the picker. */
export async function preparedTiles(
  code: string,
): Promise<readonly PupilTile[] | 'not_prepared' | 'no_class'> {
  const tenantId = await knownTenant();
  if (tenantId === null) return 'not_prepared';
  const { core, environment } = await loadCode();
  const found = await core.preparedClass(environment, tenantId, code);
  return typeof found === 'string'
    ? found
    : found.map(({ handle, first_name, last_initial, avatar }) => ({
        handle,
        first_name,
        last_initial,
        avatar,
      }));
}
