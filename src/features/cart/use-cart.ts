import { useCallback, useEffect, useMemo } from 'react';
import type { CartRow } from '#contract/cart/cart-rows.schema.ts';
import { changedCart, type CartDelta } from '#contract/cart/cart.rules.ts';
import { runsClasses } from '#contract/kit/roles.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import { useOfAny, useReplicaState } from '#src/session/use-replica.ts';
import { useUser } from '#src/session/use-session.ts';
import type { Replica } from '#src/sync/replica.ts';
import { changeLater, useDraftOf } from './cart-draft.ts';
import { cartCalls, changeCart, changeCartInput } from './cart.mutations.ts';
import { changeGuestCart, useGuestCart } from './guest-cart.ts';

/** The replica of a person with a cart at school, once it is open and knows what the calls of a cart do. */
export function useCartReplica() {
  const user = useUser();
  const state = useReplicaState();
  // Nothing of a parent is kept at school: they view, and their cart is a visitor's.
  const isKeptAtSchool = user !== null && runsClasses(user.role);
  const replica = state.status === 'ready' && isKeptAtSchool ? state.replica : null;
  useEffect(() => replica?.learn(cartCalls), [replica]);
  return { replica, isOpening: state.status === 'opening' && isKeptAtSchool };
}

function useOwnRows(replica: Replica | null): readonly CartRow[] | null {
  const result = useOfAny(replica, (own) => own.read(scopeOf.user(own.user_id), 'cart'));
  return result?.status === 'ready' ? result.rows : null;
}

/** True for whoever has a cart: everybody but a child, who asks a grown-up. */
export function useHasCart(): boolean {
  return useUser()?.role !== 'student';
}

export interface OwnCart {
  /** The latest last; null until this device knows. */
  rows: readonly CartRow[] | null;
  /** True where it stands on this device alone. */
  isGuests: boolean;
  change: (delta: CartDelta) => void;
}

/** The cart of whoever looks: at school and on all their devices, or on this device where there is none. */
export function useCart(): OwnCart {
  const user = useUser();
  const { replica, isOpening } = useCartReplica();
  const own = useOwnRows(replica);
  const guest = useGuestCart(({ rows }) => rows);
  const owner = user?.id ?? 'visitor';
  const draft = useDraftOf(owner);
  const kept = replica || isOpening ? own : guest;
  const rows = useMemo(
    () => kept && (draft ? changedCart(kept, draft.delta, draft.at) : kept),
    [kept, draft],
  );
  const change = useCallback(
    (delta: CartDelta) =>
      changeLater({
        owner,
        delta,
        keep: replica
          ? async (whole) => void (await replica.enqueue(changeCart, changeCartInput(whole)))
          : changeGuestCart,
      }),
    [owner, replica],
  );
  return { rows, isGuests: !replica && !isOpening, change };
}
