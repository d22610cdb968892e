import { uuidv7 } from 'uuidv7';
import * as v from 'valibot';
import { User, type Session } from '#contract/identity/identity.schema.ts';
import type { KeyValueStorage } from './device-storage.ts';

/** Where the session stands in local storage (specification, section 3). Tokens are plain texts, the user is JSON. */
export const sessionKeys = {
  user: 'user',
  accessToken: 'accessToken',
  refreshToken: 'refreshToken',
  /** `true` where the person chose to stay signed in over a restart of the browser. */
  remember: 'remember',
  /** Tells this session from all others, until it ends. */
  session: 'session',
  /** Where the session began without a network: names it, until it ends. It has no tokens until the school was reached. */
  offlineSession: 'offlineSession',
  /** The id of the person whose session is locked; missing where none is. */
  locked: 'locked',
  /** When somebody last touched the device, in milliseconds since 1970 by its clock. */
  lastTouch: 'lastTouch',
  /** What a visitor put into the cart (specification, section 3). */
  cartItems: 'cartItems',
  /** What was last looked for in the search of the navbar (specification, section 3). */
  search: 'search',
  /** How the school was doing when an administrator last looked: numbers alone. */
  schoolDashboard: 'schoolDashboard',
  /** The height in pixels of what a child's teachers have set, as the page of the child had it last. */
  fromTeacher: 'fromTeacher',
} as const;

/** The signed-in person, or null where nobody is or what is stored makes no sense to this version. */
export function readUser(storage: KeyValueStorage): User | null {
  const text = storage.getItem(sessionKeys.user);
  const hasSession =
    storage.getItem(sessionKeys.refreshToken) !== null ||
    storage.getItem(sessionKeys.offlineSession) !== null;
  if (text === null || !hasSession) return null;
  try {
    const result = v.safeParse(User, JSON.parse(text));
    return result.success ? result.output : null;
  } catch {
    return null;
  }
}

export function writeUser(storage: KeyValueStorage, user: User): void {
  storage.setItem(sessionKeys.user, JSON.stringify(user));
}

export function writeSession(storage: KeyValueStorage, session: Session, remember: boolean): void {
  // The person goes first and comes last: at no moment do somebody's name and another's tokens stand side by side.
  clearSession(storage);
  storage.setItem(sessionKeys.session, uuidv7());
  storage.setItem(sessionKeys.accessToken, session.access);
  storage.setItem(sessionKeys.refreshToken, session.refresh);
  storage.setItem(sessionKeys.remember, String(remember));
  writeUser(storage, session.user);
}

/** A session without tokens. `name` tells it from all others, those of the same person included. */
export function writeOfflineSession(storage: KeyValueStorage, user: User, name: string): void {
  clearSession(storage);
  storage.setItem(sessionKeys.session, name);
  storage.setItem(sessionKeys.offlineSession, name);
  writeUser(storage, user);
}

/** Signs out as far as this device is concerned. Everything else stays: the device's id, tutorials, unsent changes. */
export function clearSession(storage: KeyValueStorage): void {
  for (const key of Object.values(sessionKeys)) storage.removeItem(key);
}
