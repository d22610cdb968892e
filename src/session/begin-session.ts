import type { Session } from '#contract/identity/identity.schema.ts';
import { markBrowser } from './browser-mark.ts';
import { deviceStorage } from './device-storage.ts';
import { writeSession } from './session-keys.ts';
import { useSessionStore } from './session.store.ts';

/** Signs somebody in on this device, and in all of its tabs. */
export function beginSession(session: Session, remember: boolean): void {
  markBrowser();
  writeSession(deviceStorage, session, remember);
  useSessionStore.setState({ user: session.user, ended: null, isLocked: false });
}
