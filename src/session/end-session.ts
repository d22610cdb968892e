import { noteEnded, sessionName } from './ended-sessions.ts';
import { forgetLater } from './forgotten-snapshots.ts';
import { deviceStorage } from './device-storage.ts';
import { clearSession, readUser } from './session-keys.ts';
import { useSessionStore, type SessionEnd } from './session.store.ts';

/** Ends the session on this device and for all of its tabs. Unsent changes stay, sealed. */
export function endSession(how: SessionEnd): void {
  const user = readUser(deviceStorage);
  const name = sessionName();
  // Elsewhere browsers have no keys to seal with, so nothing was ever kept.
  if (user && window.isSecureContext) {
    forgetLater(deviceStorage, user);
    if (name !== null) noteEnded(name);
  }
  clearSession(deviceStorage);
  useSessionStore.setState({ user: null, ended: how, isLocked: false });
}

/** Ends the session of this person only, not that of whoever signed in after. */
export function endSessionOf(userId: string, how: SessionEnd): void {
  if (readUser(deviceStorage)?.id === userId) endSession(how);
}
