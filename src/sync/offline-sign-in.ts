import * as v from 'valibot';
import { looksLikeBadge } from '#contract/cards/cards.rules.ts';
import { classCodeOf } from '#contract/classes/classes.rules.ts';
import type { PackStudent, TabletPack } from '#contract/devices/preparation.schema.ts';
import { Credentials, type User } from '#contract/identity/identity.schema.ts';
import type { PupilTile } from '#contract/students/students.schema.ts';
import { withDeviceDatabase } from './device-database.ts';
import type { SyncEnvironment } from './environment.ts';
import { keepCredential } from './kept-credentials.ts';
import { beginTry, forgiveTries } from './sign-in-tries.ts';
import { findByBadge, readPack } from './tablet-pack.ts';
import { findVault, forgetOtherVaults, hasVault, keepVault, openVault } from './vault.ts';

/**
 * How it went to sign in without a network.
 * - `not_prepared`: nobody signs in on this tablet without one.
 * - `first_time`: it is a typed password, and this tablet has not seen its child type one yet.
 * - `too_many`: there were too many wrong tries before.
 */
export type OfflineSignIn =
  | { kind: 'signed_in'; user: User }
  | { kind: 'not_prepared' | 'first_time' | 'wrong' | 'too_many' };

function studentsOf({ classes, without_class }: TabletPack): PackStudent[] {
  return [...classes.flatMap(({ students }) => students), ...without_class];
}

/** Whose name this is: that of a picture in the picker, or one that its child typed here before. */
async function findByName(
  environment: SyncEnvironment,
  tenantId: string,
  pack: TabletPack,
  name: string,
): Promise<PackStudent | null> {
  const students = studentsOf(pack);
  const picked = students.find(({ handle }) => handle === name);
  if (picked) return picked;
  const id = await findVault(environment, tenantId, name);
  return students.find((student) => student.id === id) ?? null;
}

/** Which tablet this is, as the school knows it; null where it has never told the school. */
export function deviceIdHere(environment: SyncEnvironment): Promise<string | null> {
  return withDeviceDatabase(environment, (device) => device.knownId());
}

/** As much of the child as this tablet knows, until the school tells the rest. */
function userOf(student: PackStudent, tenantId: string, username: string): User {
  return {
    id: student.id,
    tenant_id: tenantId,
    first_name: student.first_name,
    last_name: student.last_initial.replace(/\.$/u, ''),
    email: null,
    // A handle is good for signing in, and no name.
    username: username === student.handle ? null : username,
    role: 'student',
    country: null,
    avatar: student.avatar,
  };
}

/**
 * Whose badge or password it is, by what this tablet knows. A good badge is taken at once, whoever guessed how often at its
 * child's password: nobody guesses 128 random bits. All else goes one road: whichever is wrong is counted for the account and
 * answered alike. With `only` nobody but the person of this id is recognised, and it is their account that counts.
 */
export async function recogniseOffline(
  environment: SyncEnvironment,
  tenantId: string,
  given: Credentials,
  only: string | null,
): Promise<OfflineSignIn> {
  const pack = (await readPack(environment, tenantId))?.pack;
  if (!pack) return { kind: 'not_prepared' };
  const credentials = v.safeParse(Credentials, given);
  if (!credentials.success) return { kind: 'wrong' };
  const { username, password } = credentials.output;
  const isBadge = looksLikeBadge(password.trim());
  const named = await findByName(environment, tenantId, pack, username);
  const ofNamed = named && { tenant_id: tenantId, user_id: named.id };
  if (!isBadge && !(ofNamed && (await hasVault(environment, ofNamed)))) return { kind: 'first_time' };
  const byBadge = isBadge ? await findByBadge(environment, pack, password) : null;

  const account = { tenant_id: tenantId, account: only ?? (named ?? byBadge)?.id ?? username };
  const isMeant = ({ id }: { id: string }) => only === null || only === id;
  const letIn = async (user: User): Promise<OfflineSignIn> => {
    await forgiveTries(environment, account);
    return { kind: 'signed_in', user };
  };
  // A card with the name of one child and the badge of another is no card.
  if (byBadge && isMeant(byBadge) && (!named || named.id === byBadge.id))
    return await letIn(userOf(byBadge, tenantId, username));

  if ((await beginTry(environment, account)) > 0) return { kind: 'too_many' };
  const kept = named && ofNamed && !isBadge ? await openVault(environment, ofNamed, password) : null;
  if (!named || !kept || !isMeant(kept)) return { kind: 'wrong' };
  // The child may have another name or picture by now; the pack is the newer of the two.
  return await letIn({ ...kept, first_name: named.first_name, avatar: named.avatar });
}

/** Signs a child in by what this tablet knows, and keeps what it was done with until the school has seen it. */
export async function signInOffline(
  environment: SyncEnvironment,
  tenantId: string,
  given: Credentials,
): Promise<OfflineSignIn> {
  const recognised = await recogniseOffline(environment, tenantId, given, null);
  if (recognised.kind === 'signed_in') {
    const owner = { tenant_id: tenantId, user_id: recognised.user.id };
    await keepCredential(environment, owner, v.parse(Credentials, given));
  }
  return recognised;
}

/** By what name a child without another signs in here; null where this tablet does not know the child. */
export async function handleHere(
  environment: SyncEnvironment,
  tenantId: string,
  userId: string,
): Promise<string | null> {
  const pack = (await readPack(environment, tenantId))?.pack;
  return (pack && studentsOf(pack).find(({ id }) => id === userId)?.handle) ?? null;
}

/**
 * A child signed in at school: the next time this tablet lets it in by the same password without a network. Only a tablet that
 * is prepared for the child keeps anything.
 */
export async function rememberPassword(
  environment: SyncEnvironment,
  user: User,
  password: string,
): Promise<void> {
  const { tenant_id, id } = user;
  const kept = user.role === 'student' ? await readPack(environment, tenant_id) : null;
  if (!kept) return;
  // However often the old one was mistyped here.
  await forgiveTries(environment, { tenant_id, account: id });
  if (looksLikeBadge(password.trim())) return;
  const ids = new Set(studentsOf(kept.pack).map((student) => student.id));
  if (ids.has(id)) await keepVault(environment, user, password);
  await forgetOtherVaults(environment, tenant_id, ids);
}

/**
 * The children of a class of this tablet, in the order of the picker. `no_class`: it was prepared for others.
 * `code` is as it was typed.
 */
export async function preparedClass(
  environment: SyncEnvironment,
  tenantId: string,
  code: string,
): Promise<readonly PackStudent[] | 'not_prepared' | 'no_class'> {
  const kept = await readPack(environment, tenantId);
  if (!kept) return 'not_prepared';
  const wanted = classCodeOf(code);
  const found = kept.pack.classes.find(({ class_id }) => class_id === wanted);
  return found && found.students.length > 0 ? found.students : 'no_class';
}

/** A class as the sign-in page of a prepared tablet shows it. */
export interface PreparedClass {
  code: string;
  name: string;
  /** In the order of the picker; at least one. */
  tiles: readonly PupilTile[];
}

/** The classes of this tablet that have children. Nothing of a child but what its tile shows leaves the pack. */
export async function preparedClasses(
  environment: SyncEnvironment,
  tenantId: string,
): Promise<readonly PreparedClass[]> {
  const kept = await readPack(environment, tenantId);
  return (kept?.pack.classes ?? [])
    .filter(({ students }) => students.length > 0)
    .map(({ class_id, name, students }) => ({
      code: class_id,
      name,
      tiles: students.map(({ handle, first_name, last_initial, avatar }) => ({
        handle,
        first_name,
        last_initial,
        avatar,
      })),
    }));
}
