import { limits } from '../kit/limits.ts';
import type { CartRow } from './cart-rows.schema.ts';

/** What somebody did to a cart: ids of works that are in it from now on, and of those that are not. */
export interface CartDelta {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/**
 * A cart after a change; the very same rows where nothing changes. What is in it already is not put in twice, and what does not
 * fit any more stays out.
 */
export function changedCart(
  rows: readonly CartRow[],
  { add, remove }: CartDelta,
  added_at: string,
): readonly CartRow[] {
  const left = rows.some(({ id }) => remove.includes(id))
    ? rows.filter(({ id }) => !remove.includes(id))
    : rows;
  const isNew = [...new Set(add)].filter((id) => left.every((row) => row.id !== id));
  const fitting = isNew.slice(0, Math.max(0, limits.cartLines - left.length));
  return fitting.length === 0 ? left : [...left, ...fitting.map((id, place) => lineOf(id, added_at, place))];
}

/** What is put in at once, as at signing in, keeps its order: a cart is read by the time, and each has one of its own. */
function lineOf(id: string, added_at: string, place: number): CartRow {
  return { id, added_at: new Date(Date.parse(added_at) + place).toISOString() };
}

/** One change that does what two do, one after the other: of each work the later word counts. */
export function joinedDelta(earlier: CartDelta, later: CartDelta): { add: string[]; remove: string[] } {
  const said = new Set([...later.add, ...later.remove]);
  const left = (ids: readonly string[]) => ids.filter((id) => !said.has(id));
  return { add: [...left(earlier.add), ...later.add], remove: [...left(earlier.remove), ...later.remove] };
}
