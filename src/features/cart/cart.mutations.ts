import { changedCart, joinedDelta, type CartDelta } from '#contract/cart/cart.rules.ts';
import { cartEndpoints } from '#contract/cart/cart.endpoints.ts';
import type { EndpointInput } from '#contract/kit/endpoint.ts';
import { limits } from '#contract/kit/limits.ts';
import { isOfPerson, queued, type AnyQueuedDefinition } from '#src/sync/queued.ts';

export function changeCartInput({ add, remove }: CartDelta): EndpointInput<typeof cartEndpoints.change> {
  return { body: { add: [...add], remove: [...remove] } };
}

const fits = (ids: readonly string[]) => ids.length <= limits.cartLines;

const some = (count: number, what: string) => (count === 1 ? `a book ${what}` : `${count} books ${what}`);

export const changeCart = queued(cartEndpoints.change, {
  effects: {
    cart: (rows, { body }, context) =>
      isOfPerson(context) ? changedCart(rows, body, context.queued_at) : rows,
  },
  // Everybody changes the own cart alone, so it needs no id to be told from others.
  touches: () => ['own cart'],
  fold: (earlier, later) => {
    const body = joinedDelta(earlier.body, later.body);
    return fits(body.add) && fits(body.remove) ? { body } : null;
  },
  describe: ({ body: { add, remove } }) => {
    const done = [
      ...(add.length > 0 ? [some(add.length, 'put in')] : []),
      ...(remove.length > 0 ? [some(remove.length, 'taken out')] : []),
    ];
    return `Your cart: ${done.join(', ') || 'as it was'}`;
  },
});

/** What pages with a cart teach the replica. */
export const cartCalls: readonly AnyQueuedDefinition[] = [changeCart];
