import type { SchoolClass } from '#contract/classes/classes.schema.ts';
import type { ImportJob } from '#contract/imports/imports.schema.ts';
import type { Endpoint, EndpointInput } from '#contract/kit/endpoint.ts';
import type { NewPicture } from '#src/sync/pictures.ts';
import type { QueuedDefinition } from '#src/sync/queued.ts';
import type { Enqueued, Replica } from '#src/sync/replica.ts';
import type { RowsByTable } from '#tests/support/no-rows.ts';
import type { TestPicture } from '#tests/support/pictures.ts';
import type { Effect } from './journal.ts';

/** What a person has before them when they change something. */
export interface Screen extends RowsByTable {
  /** What was imported into a class, as its page shows it. */
  importsInto(classId: string): readonly ImportJob[];
}

/** What is within reach of somebody who changes something. */
export interface Sight extends Screen {
  /** Ids of works on the shelf of the own school. */
  readonly shelf: readonly string[];
  /** Ids of the shelves that a story may stand on. */
  readonly categories: readonly string[];
  /** Ids of pages that one learns from. */
  readonly lessons: readonly string[];
  /** Ids of pages that are challenges. */
  readonly challenges: readonly string[];
  /** Ids of events that are to come. */
  readonly events: readonly string[];
  /** What the camera of a tablet sees. */
  readonly album: readonly TestPicture[];
}

/** Numbers that choose among what is there, and a word that nobody else types. */
export interface Dice {
  readonly which: number;
  readonly value: number;
  readonly word: string;
}

/** A change as a person would make it now. */
export interface Change {
  readonly name: string;
  readonly input: unknown;
  readonly effects: readonly Effect[];
  /** Ids of the pictures and recordings that it shows. */
  readonly pictures: readonly string[];
  readonly enqueue: (replica: Replica) => Promise<Enqueued>;
}

export function change<E extends Endpoint>(
  definition: QueuedDefinition<E>,
  input: EndpointInput<E>,
  effects: readonly Effect[],
  made?: NewPicture,
): Change {
  return {
    name: definition.endpoint.name,
    input,
    effects,
    pictures: definition.pictures?.(input) ?? [],
    enqueue: async (replica) => {
      // It is durable before words show it.
      if (made) await replica.keepPicture(made);
      return await replica.enqueue(definition, input);
    },
  };
}

export function pick<Item>(items: readonly Item[], number: number): Item | undefined {
  return items[number % Math.max(1, items.length)];
}

/** The classes that children can be put into. */
export const going = (classes: readonly SchoolClass[]) =>
  classes.filter(({ archived_at }) => archived_at === null);

/** Null where there is nothing to change. */
export type Generator = (screen: Sight, dice: Dice) => Change | null;

/** What a file `tests/domains/<domain>/changes.ts` exports. */
export interface DomainOfChanges {
  /** How a person makes each of its queued calls, by the name of the endpoint. */
  readonly generators: Readonly<Record<string, Generator>>;
  /** Of the effects that are its own, by their field. Left out: no screen shows any. */
  readonly fields?: RegExp;
  /** What a screen shows at the place of an effect; undefined where the row is not on it. */
  readonly shownAt?: (screen: Screen, effect: Effect) => string | boolean | undefined;
}
