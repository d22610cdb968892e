import * as v from 'valibot';
import { create } from 'zustand';
import { CartRow } from '#contract/cart/cart-rows.schema.ts';
import { changedCart, type CartDelta } from '#contract/cart/cart.rules.ts';
import { lastWayIn } from '#src/session/children-here.ts';
import { deviceStorage, type KeyValueStorage } from '#src/session/device-storage.ts';
import { sessionKeys } from '#src/session/session-keys.ts';
import { useSessionStore } from '#src/session/session.store.ts';

/** Milliseconds that a visitor's cart lasts on a tablet that many people use: the next one there is somebody else. */
const sharedFor = 30 * 60_000;

const Rows = v.array(CartRow);

/** The cart that stands on the device (specification, section 3), as far as it is still the one of whoever looks. */
function readGuestCart(
  storage: KeyValueStorage,
  { isShared, now }: { isShared: boolean; now: number },
): readonly CartRow[] {
  try {
    const result = v.safeParse(Rows, JSON.parse(storage.getItem(sessionKeys.cartItems) ?? '[]'));
    const rows = result.success ? result.output : [];
    const latest = Math.max(...rows.map(({ added_at }) => Date.parse(added_at)));
    return isShared && now - latest > sharedFor ? [] : rows;
  } catch {
    // Somebody else wrote there: it is nothing that one could not choose again.
    return [];
  }
}

const readNow = () => readGuestCart(deviceStorage, { isShared: isSharedDevice(), now: Date.now() });

/** Children sign in here, so that visitors come and go. */
export function isSharedDevice(): boolean {
  return lastWayIn() !== null;
}

/** The cart of whoever has none at school: local storage has room for it, and every tab sees it. */
export const useGuestCart = create<{ rows: readonly CartRow[] }>()(() => ({ rows: readNow() }));

function writeGuestCart(rows: readonly CartRow[]): void {
  if (rows.length === 0) deviceStorage.removeItem(sessionKeys.cartItems);
  else deviceStorage.setItem(sessionKeys.cartItems, JSON.stringify(rows));
  useGuestCart.setState({ rows });
}

export async function changeGuestCart(delta: CartDelta): Promise<void> {
  // Another tab may have changed it since.
  writeGuestCart(changedCart(readNow(), delta, new Date().toISOString()));
}

/** It has come to the cart of whoever signed in. */
export function emptyGuestCart(): void {
  writeGuestCart([]);
}

const readAgain = () => useGuestCart.setState({ rows: readNow() });
window.addEventListener('storage', ({ key }) => {
  if (key === null || key === sessionKeys.cartItems) readAgain();
});
// Who signs in or out may have taken it along.
useSessionStore.subscribe(({ user }, before) => {
  if (user?.id !== before.user?.id) readAgain();
});
