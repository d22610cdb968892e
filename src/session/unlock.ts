import type { Credentials, User } from '#contract/identity/identity.schema.ts';
import { leave } from './api.ts';
import { hasDatabases } from './has-databases.ts';
import { loadCore } from './load-core.ts';
import { openSession } from './lock.ts';
import { deviceStorage } from './device-storage.ts';
import { OfflineRefusal, rememberPassword } from './offline-sign-in.ts';
import { recognise } from './recognise.ts';
import { readUser } from './session-keys.ts';

/** Somebody else showed who they are. */
class AnotherPerson extends Error {
  override readonly name = 'AnotherPerson';
}

/** What was typed or scanned; a typed password comes without a name, which everybody knows here. */
export interface ShownCredentials {
  username: string | null;
  password: string;
}

const loadCode = () => loadCore(() => import('#src/sync/offline-sign-in.ts'));

async function nameOf({ id, tenant_id, username, email }: User): Promise<string> {
  if (username !== null || email !== null) return username ?? email ?? '';
  // Who came in by a tap on their picture without a network has no name yet that this tablet knows.
  const { core, environment } = await loadCode();
  return (await core.handleHere(environment, tenant_id, id)) ?? '';
}

/** @throws OfflineRefusal */
async function askTablet({ id, tenant_id }: User, credentials: Credentials): Promise<User> {
  if (!(await hasDatabases())) throw new OfflineRefusal('not_prepared');
  const { core, environment } = await loadCode();
  const recognised = await core.recogniseOffline(environment, tenant_id, credentials, id);
  if (recognised.kind !== 'signed_in') throw new OfflineRefusal(recognised.kind);
  return recognised.user;
}

/**
 * Opens the locked session of this person, by the same road as signing in. That session goes on: what the school gives for
 * the credentials is given back.
 * @throws what signing in throws, and an error of no further meaning where the credentials are somebody else's
 */
export async function unlock(user: User, shown: ShownCredentials, signal: AbortSignal): Promise<void> {
  const credentials = { username: shown.username ?? (await nameOf(user)), password: shown.password };
  const answer = await recognise(credentials, () => askTablet(user, credentials), signal);
  if ('school' in answer) {
    void leave(answer.school);
    if (answer.school.user.id !== user.id) throw new AnotherPerson();
  }
  signal.throwIfAborted();
  if ('school' in answer) rememberPassword(answer.school.user, shown.password);
  // Another tab may have let the next child in meanwhile.
  if (readUser(deviceStorage)?.id === user.id) openSession();
}
