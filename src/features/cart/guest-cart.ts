import * as v from 'valibot';
import { create } from 'zustand';
import { CartRow } from '#contract/cart/cart-rows.schema.ts';
import { changedCart, type CartDelta } from '#contract/cart/cart.rules.ts';
import { product } from '#contract/kit/product.ts';
import { runsClasses } from '#contract/kit/roles.ts';
import { lastWayIn } from '#src/session/children-here.ts';
import { deviceStorage } from '#src/session/device-storage.ts';
import { sessionKeys } from '#src/session/session-keys.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { useUser } from '#src/session/use-session.ts';

/** Milliseconds that a visitor's cart lasts on a tablet that many people use: the next one there is somebody else. */
const sharedFor = 30 * 60_000;

const Rows = v.array(CartRow);

/** The cart that stands on the device (specification, section 3). */
function storedCart(): readonly CartRow[] {
  try {
    const result = v.safeParse(Rows, JSON.parse(deviceStorage.getItem(sessionKeys.cartItems) ?? '[]'));
    return result.success ? result.output : [];
  } catch {
    // Somebody else wrote there: it is nothing that one could not choose again.
    return [];
  }
}

/** Children sign in here, so that visitors come and go. */
export function isSharedDevice(): boolean {
  return lastWayIn() !== null;
}

/** True for who may open a page to pay on this device: everybody on an own one, and staff on a tablet of children. */
export function useMayPayHere(): boolean {
  const user = useUser();
  const isStaff = user !== null && (runsClasses(user.role) || user.role === product.platformRole);
  return isStaff || !isSharedDevice();
}

/** Milliseconds for which it still is the cart of whoever looks. */
function timeLeft(rows: readonly CartRow[]): number {
  if (rows.length === 0 || !isSharedDevice()) return Infinity;
  return Math.max(...rows.map(({ added_at }) => Date.parse(added_at))) + sharedFor - Date.now();
}

/** The cart of whoever has none at school: local storage has room for it, and every tab sees it. */
export const useGuestCart = create<{ rows: readonly CartRow[] }>()(() => ({ rows: [] }));

let timer: ReturnType<typeof setTimeout> | undefined;

function show(rows: readonly CartRow[]): void {
  useGuestCart.setState({ rows });
  clearTimeout(timer);
  const left = timeLeft(rows);
  // The page may stay open, with nobody before it. A clock that was put back does not make it last.
  if (left < Infinity) timer = setTimeout(readAgain, Math.min(left, sharedFor));
}

function write(rows: readonly CartRow[]): void {
  if (rows.length === 0) deviceStorage.removeItem(sessionKeys.cartItems);
  else deviceStorage.setItem(sessionKeys.cartItems, JSON.stringify(rows));
  show(rows);
}

/** What its time is over for goes from the device too. */
function readAgain(): void {
  const rows = storedCart();
  if (timeLeft(rows) > 0) show(rows);
  else write([]);
}

export async function changeGuestCart(delta: CartDelta): Promise<void> {
  // Another tab may have changed it since.
  readAgain();
  write(changedCart(useGuestCart.getState().rows, delta, new Date().toISOString()));
}

/** It has come to the cart of whoever signed in. */
export function emptyGuestCart(): void {
  write([]);
}

readAgain();
window.addEventListener('storage', ({ key }) => {
  if (key === null || key === sessionKeys.cartItems) readAgain();
});
// No timer runs while a tablet sleeps.
document.addEventListener('visibilitychange', readAgain);
// Who signs in or out may have taken it along.
useSessionStore.subscribe(({ user }, before) => {
  if (user?.id !== before.user?.id) readAgain();
});
