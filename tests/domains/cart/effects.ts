import { uuidv7 } from 'uuidv7';
import { makeWorks } from '#server/seeds/factories.ts';
import { changeCart, changeCartInput } from '#src/features/cart/cart.mutations.ts';
import type { EffectMakers, ServersOwn } from '../../support/effect-scene.ts';

export const makers: EffectMakers = {
  'cart.change': async ({ world, greenfield, device }) => {
    const book = { kind: 'book', author_id: null } as const;
    const made = await makeWorks(world.context, greenfield.tenant, [book, book, book]);
    const [first = '', second = '', third = ''] = made.map(({ id }) => id);
    const change = (add: readonly string[], remove: readonly string[]) =>
      device.replica.enqueue(changeCart, changeCartInput({ add, remove }));
    await change([first, second, first], []);
    // What is in is not put in twice, and what is not in cannot be taken out.
    await change([second, third], [first, uuidv7()]);
  },
};

export const serversOwn: ServersOwn = {
  cart: ({ id }) => id,
};
