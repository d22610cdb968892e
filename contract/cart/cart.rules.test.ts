import { describe, expect, it } from 'vitest';
import { limits } from '../kit/limits.ts';
import { changedCart, joinedDelta } from './cart.rules.ts';

const at = '2026-11-22T10:00:00.000Z';
const later = '2026-11-22T11:00:00.000Z';
const rowsOf = (...ids: string[]) => ids.map((id) => ({ id, added_at: at }));

describe('a cart', () => {
  it('holds a book once, however often it is put in, and knows since when', () => {
    const rows = changedCart(rowsOf('hen'), { add: ['hen', 'fox', 'fox'], remove: [] }, later);
    expect(rows).toEqual([...rowsOf('hen'), { id: 'fox', added_at: later }]);
  });

  it('keeps the order of what is put in at once, also where it is read by the time', () => {
    const rows = changedCart([], { add: ['owl', 'fox', 'hen'], remove: [] }, at);
    const byTime = rows.toSorted((one, other) => one.added_at.localeCompare(other.added_at));
    expect(byTime.map(({ id }) => id)).toEqual(['owl', 'fox', 'hen']);
    expect(new Set(rows.map(({ added_at }) => added_at)).size).toBe(3);
  });

  it('is the very same where nothing changes', () => {
    const rows = rowsOf('hen');
    expect(changedCart(rows, { add: ['hen'], remove: ['fox'] }, later)).toBe(rows);
  });

  it('takes so many and no more, and has room again for each that is taken out', () => {
    const full = rowsOf(...Array.from({ length: limits.cartLines }, (_, place) => `book ${place}`));
    expect(changedCart(full, { add: ['fox'], remove: [] }, later)).toBe(full);
    const after = changedCart(full, { add: ['fox', 'owl'], remove: ['book 3'] }, later);
    expect(after).toHaveLength(limits.cartLines);
    expect(after.at(-1)).toEqual({ id: 'fox', added_at: later });
  });

  it.each([
    [
      { add: ['hen'], remove: [] },
      { add: [], remove: ['hen'] },
    ],
    [
      { add: [], remove: ['hen'] },
      { add: ['hen'], remove: [] },
    ],
    [
      { add: ['hen', 'fox'], remove: ['owl'] },
      { add: ['owl'], remove: ['fox'] },
    ],
    [
      { add: [], remove: ['hen', 'owl'] },
      { add: ['fox'], remove: [] },
    ],
  ])('is the same after one change as after the two that it was made of: %j, %j', (one, two) => {
    const begin = rowsOf('hen', 'owl');
    const inTurn = changedCart(changedCart(begin, one, at), two, at);
    const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).toSorted();
    const joined = joinedDelta(one, two);
    expect(ids(changedCart(begin, joined, at))).toEqual(ids(inTurn));
    expect(joined.add.filter((id) => joined.remove.includes(id))).toEqual([]);
  });
});
