import * as v from 'valibot';
import { Id } from '../kit/id.ts';
import { limits } from '../kit/limits.ts';
import { WorkCard } from '../works/works.schema.ts';
import { CartRow } from './cart-rows.schema.ts';

const Ids = v.pipe(
  v.array(Id),
  v.maxLength(limits.cartLines, `A cart takes at most ${limits.cartLines} books and stories`),
);

export const CartChange = v.pipe(
  v.object({ add: Ids, remove: Ids }),
  v.check(
    ({ add, remove }) => !add.some((id) => remove.includes(id)),
    'A book or story is either put in or taken out',
  ),
);

/** What is in a cart, the latest last. */
export const Cart = v.object({
  /** As many as are named here: what was taken off the shelf is neither counted nor named. */
  count: v.number(),
  cart: v.array(v.object({ ...CartRow.entries, work: WorkCard })),
});
export type Cart = v.InferOutput<typeof Cart>;
