import { deviceStorage } from './device-storage.ts';

/** How the last child signed in on this device: with a card, or by typing. */
export type WayIn = 'card' | 'typed';

// Of the device, not of a person: it stays when they leave.
const key = 'childrenSignInBy';

export function noteChildHere(way: WayIn): void {
  deviceStorage.setItem(key, way);
}

/** Null where no child ever signed in here. */
export function lastWayIn(): WayIn | null {
  const way = deviceStorage.getItem(key);
  return way === 'card' || way === 'typed' ? way : null;
}
