import type { User } from '#contract/identity/identity.schema.ts';
import { deviceStorage } from './device-storage.ts';
import { readUser, writeUser } from './session-keys.ts';
import { useSessionStore } from './session.store.ts';

/** The signed-in person changed what they are called: the session says so at once. Nothing where it is somebody else by now. */
export function takeOwnName({
  id,
  first_name,
  last_name,
  country,
  avatar,
}: Pick<User, 'id' | 'first_name' | 'last_name' | 'country' | 'avatar'>): void {
  const user = readUser(deviceStorage);
  if (user?.id !== id) return;
  const now = { ...user, first_name, last_name, country, avatar };
  writeUser(deviceStorage, now);
  useSessionStore.setState({ user: now });
}
