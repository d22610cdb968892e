import type { Session } from '#contract/identity/identity.schema.ts';
import { markBrowser } from './browser-mark.ts';
import { lastWayIn } from './children-here.ts';
import { deviceStorage } from './device-storage.ts';
import { sessionKeys, writeSession } from './session-keys.ts';
import { useSessionStore } from './session.store.ts';

/** A visitor's cart goes to the grown-up who signs in; never to a child, nor where nobody knows whose it was (decision 46). */
function takesCartAlong({ user }: Session): boolean {
  return user.role !== 'student' && lastWayIn() === null;
}

/** Signs somebody in on this device, and in all of its tabs. */
export function beginSession(session: Session, remember: boolean): void {
  markBrowser();
  const cart = takesCartAlong(session) ? deviceStorage.getItem(sessionKeys.cartItems) : null;
  writeSession(deviceStorage, session, remember);
  if (cart !== null) deviceStorage.setItem(sessionKeys.cartItems, cart);
  useSessionStore.setState({ user: session.user, ended: null, isLocked: false });
}
