import type { CartRow } from '#contract/cart/cart-rows.schema.ts';
import type { cartEndpoints } from '#contract/cart/cart.endpoints.ts';
import { changedCart } from '#contract/cart/cart.rules.ts';
import type { Cart } from '#contract/cart/cart.schema.ts';
import type { EndpointParsed } from '#contract/kit/endpoint.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import type { WorkCard } from '#contract/works/works.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import type { Actor, Call } from '#server/platform/route.ts';
import * as repository from './cart.repository.ts';

type Where = Call<Actor>;

type OfShelf<Found> = (
  transaction: TenantTransaction,
  actor: Actor,
  ids: readonly string[],
) => Promise<readonly Found[]>;

/** What a cart has to know of works: those of some that are on the shelf, and for whoever asks. */
interface Shelf {
  readonly findOnShelf: OfShelf<string>;
  readonly listOnShelf: OfShelf<WorkCard>;
}

export type CartService = ReturnType<typeof createCartService>;

export function createCartService({ findOnShelf, listOnShelf }: Shelf) {
  return {
    /** What was taken off the shelf stays in the cart, and is named again once it is back. */
    async read({ transaction, actor }: Where): Promise<Cart> {
      const rows = await repository.listLines(transaction, actor.tenant_id, { userId: actor.id });
      const works = await listOnShelf(
        transaction,
        actor,
        rows.map(({ id }) => id),
      );
      const byId = new Map(works.map((work) => [work.id, work]));
      const cart = rows.flatMap((row) => {
        const work = byId.get(row.id);
        return work ? [{ ...row, work }] : [];
      });
      return { count: cart.length, cart };
    },

    /**
     * One that was withdrawn while a device had no network is no reason for a refusal: it is not put in, and nobody learns
     * whether it is there.
     */
    async change(
      { body }: EndpointParsed<typeof cartEndpoints.change>,
      { transaction, actor, changes, now }: Where,
    ): Promise<CartRow[]> {
      const owner = { tenantId: actor.tenant_id, userId: actor.id };
      await repository.lockOwner(transaction, owner);
      const before = await repository.listLines(transaction, owner.tenantId, owner);
      const onShelf = new Set(await findOnShelf(transaction, actor, body.add));
      const add = body.add.filter((id) => onShelf.has(id));
      const after = changedCart(before, { add, remove: body.remove }, now.toISOString());
      const gone = before.filter((row) => !after.includes(row)).map(({ id }) => id);
      const isNew = after.filter((row) => !before.includes(row));
      await repository.deleteLines(transaction, owner, gone);
      await repository.insertLines(transaction, owner, isNew);
      for (const id of gone) changes.remove(scopeOf.user(actor.id), 'cart', id);
      for (const { id } of isNew) changes.put(scopeOf.user(actor.id), 'cart', id);
      return [...after];
    },
  };
}
