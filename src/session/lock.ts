import type { User } from '#contract/identity/identity.schema.ts';
import { lastWayIn } from './children-here.ts';
import { conceal, reveal } from './conceal.ts';
import { deviceStorage, type KeyValueStorage } from './device-storage.ts';
import { idleFor } from './idle-clock.ts';
import { idlenessAfter } from './idle.rules.ts';
import { placeInHistory, returnTo } from './place-in-history.ts';
import { readUser, sessionKeys } from './session-keys.ts';
import { useSessionStore } from './session.store.ts';

/**
 * Whose session locks when nobody touches the device: a child's, and a grown-up's where children sign in (decision 20). A guest
 * has no password here to come back by.
 */
export function locksWhenIdle({ role, visiting }: User): boolean {
  return role === 'student' || (lastWayIn() !== null && visiting === undefined);
}

/** True where the session of the signed-in person is locked, in all tabs and over a reload. */
export function readLocked(storage: KeyValueStorage): boolean {
  const id = readUser(storage)?.id;
  return id !== undefined && storage.getItem(sessionKeys.locked) === id;
}

/** Locks the session for all tabs. It goes on, with all that was typed. */
export function lockSession({ id }: User): void {
  if (readUser(deviceStorage)?.id !== id) return;
  deviceStorage.setItem(sessionKeys.locked, id);
  useSessionStore.setState({ isLocked: true });
}

/** The person has shown who they are. */
export function openSession(): void {
  // First, because other tabs hear of one after the other: none is to find the tablet open and long untouched.
  deviceStorage.setItem(sessionKeys.lastTouch, String(Date.now()));
  deviceStorage.removeItem(sessionKeys.locked);
  useSessionStore.setState({ isLocked: false });
}

/** Where in the history of this tab the page stands that is concealed. */
let concealedPlace: number | null = null;

/** Back and forward would take the page away with what was typed on it: behind the cover it stays where it is. */
function stayInHistory(event: PopStateEvent): void {
  if (!useSessionStore.getState().isLocked) return;
  // The router hears nothing of it.
  event.stopImmediatePropagation();
  if (concealedPlace !== null) returnTo(concealedPlace);
}

/** Takes up the lock of before, or locks what was left alone for too long meanwhile. Called before anything is drawn. */
export function startLock(): void {
  const { user } = useSessionStore.getState();
  useSessionStore.subscribe(({ isLocked }, before) => {
    if (isLocked === before.isLocked) return;
    concealedPlace = placeInHistory();
    if (isLocked) conceal();
    else reveal();
  });
  window.addEventListener('popstate', stayInHistory);
  if (!user) return;
  const idle = idleFor(deviceStorage, Date.now());
  const isAway = idle !== null && idlenessAfter(idle).kind === 'away';
  if (readLocked(deviceStorage) || (isAway && locksWhenIdle(user))) lockSession(user);
}
