import { product } from '#contract/kit/product.ts';

/** Where only a few words fit. */
export const cannotBeReachedTitle = `${product.name} cannot be reached right now`;

/** Whether the network is gone or the server: nobody at a tablet can tell, and it is true of both. */
export const cannotBeReached = `${cannotBeReachedTitle}.`;

/** "It shows up here …": when something comes that waits for it. */
export const asSoonAsReached = `as soon as ${product.name} can be reached`;
