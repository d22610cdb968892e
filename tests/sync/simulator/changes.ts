import { queuedCalls } from '#tests/support/sync-device.ts';
import type { Change, Dice, DomainOfChanges, Generator, Screen, Sight } from './change.ts';
import type { Effect } from './journal.ts';

/** Each folder of tests/domains brings its own; nothing else has to name it. */
const domains = Object.values(
  import.meta.glob<DomainOfChanges>('../../domains/*/changes.ts', { eager: true }),
);
const generators: Readonly<Record<string, Generator>> = Object.assign(
  {},
  ...domains.map((domain) => domain.generators),
);

/** Every call that may be queued. */
export const callNames: readonly string[] = queuedCalls.map(({ endpoint }) => endpoint.name);

/** Of those that can become one with a call like them that was not sent yet. */
export const joinedNames: readonly string[] = queuedCalls
  .filter(({ fold }) => fold !== undefined)
  .map(({ endpoint }) => endpoint.name);

/** @throws Error for a call of which the simulator does not know how a person makes it */
export function makeChange(name: string, screen: Sight, dice: Dice): Change | null {
  const generator = generators[name];
  if (!generator)
    throw new Error(`${name} may be queued, so it needs a generator in tests/domains/*/changes.ts`);
  return generator(screen, dice);
}

/**
 * What a screen shows at the place of an effect; undefined where the row is not on it.
 * @throws Error for an effect of which no domain says where it is shown
 */
export function shownAt(screen: Screen, effect: Effect): string | boolean | undefined {
  const domain = domains.find(({ fields }) => fields?.test(effect.field));
  if (!domain?.shownAt) throw new Error(`No tests/domains/*/changes.ts says where ${effect.field} is shown`);
  return domain.shownAt(screen, effect);
}
