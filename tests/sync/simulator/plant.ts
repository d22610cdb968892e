import type { Send } from './network.ts';
import type { TabParts, TabPlace } from './tablet.ts';
import type { SimulatedWorld } from './world.ts';

/** What a planted bug puts in the place of parts that work. */
export interface Plant {
  readonly parts?: (parts: TabParts, place: TabPlace, world: SimulatedWorld) => TabParts;
  readonly send?: (send: Send, world: SimulatedWorld) => Send;
}
