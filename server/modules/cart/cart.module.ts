import type { Module, OptionsOf } from '#server/platform/module.ts';
import type { SnapshotSource } from '../sync/snapshot-source.ts';
import type { ofPerson } from '../works/own-snapshot.ts';
import { listLines } from './cart.repository.ts';
import { cartRoutes } from './cart.routes.ts';
import { createCartService } from './cart.service.ts';

/** What somebody wants to buy. */
export function createCart(
  deps: OptionsOf<typeof createCartService> & { ofPerson: typeof ofPerson },
): Module<SnapshotSource> {
  return {
    routes: cartRoutes(createCartService(deps)),
    snapshots: [deps.ofPerson('cart', listLines)],
  };
}
