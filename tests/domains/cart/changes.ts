import { changeCart, changeCartInput } from '#src/features/cart/cart.mutations.ts';
import { change, type Generator, pick, type Screen } from '../../sync/simulator/change.ts';
import type { Effect } from '../../sync/simulator/journal.ts';

export const generators: Readonly<Record<string, Generator>> = {
  [changeCart.endpoint.name]: ({ shelf, profile: [person] }, { which, value }) => {
    const work = pick(shelf, which);
    if (!person || work === undefined) return null;
    const isIn = value % 3 > 0;
    const input = changeCartInput(isIn ? { add: [work], remove: [] } : { add: [], remove: [work] });
    return change(changeCart, input, [{ row: work, field: `in cart of ${person.id}`, value: isIn }]);
  },
};

export const fields = /^in cart of /u;

/** Whether a work is in the cart on the screen; undefined where that is somebody else's. */
export function shownAt({ cart, profile }: Screen, { row, field }: Effect): boolean | undefined {
  const isOwn = profile.some(({ id }) => field === `in cart of ${id}`);
  return isOwn ? cart.some(({ id }) => id === row) : undefined;
}
