import fc from 'fast-check';
import { snapshotTableNames } from '#contract/sync/sync.schema.ts';
import { beginStory, saveChapter } from '#src/desk/writing.mutations.ts';
import { callNames, joinedNames } from './changes.ts';
import { faults, type Fault } from './network.ts';
import { pokeFates, type PokeFate } from './pokes.ts';

export const tabletCount = 2;
const playerCount = 4;

/** One step of a history. Numbers choose among what is there at that moment, so that any piece of a history makes sense. */
export type Command =
  | { readonly do: 'sign in'; readonly tablet: number; readonly player: number }
  | { readonly do: 'power cut'; readonly tablet: number }
  /** The app is updated, and the version before stored rows of a table in another shape. */
  | { readonly do: 'update'; readonly tablet: number; readonly which: number }
  | { readonly do: 'open tab' | 'wake'; readonly tablet: number; readonly tab: number }
  | { readonly do: 'hide' | 'show'; readonly tablet: number; readonly tab: number }
  | { readonly do: 'close tab' | 'freeze' | 'thaw'; readonly tablet: number; readonly tab: number }
  /** The tab goes at so many writes or commits from now. */
  | { readonly do: 'crash'; readonly tablet: number; readonly tab: number; readonly at: number }
  | {
      readonly do: 'change';
      readonly tablet: number;
      readonly tab: number;
      readonly name: string;
      readonly which: number;
      readonly value: number;
      /** The tab goes at so many writes or commits after the tap; null: it lives. */
      readonly crashAt: number | null;
      /** The next step begins as soon as this is saved. */
      readonly isHasty: boolean;
    }
  | {
      readonly do: 'change elsewhere';
      readonly what: 'name' | 'privacy_preference' | 'archived';
      readonly which: number;
      readonly value: number;
    }
  | { readonly do: 'faults'; readonly tablet: number; readonly faults: readonly Fault[] }
  | { readonly do: 'pokes'; readonly tablet: number; readonly fates: readonly PokeFate[] }
  | { readonly do: 'network'; readonly tablet: number; readonly isDown: boolean }
  | { readonly do: 'time'; readonly seconds: number }
  | { readonly do: 'clock'; readonly tablet: number; readonly minutes: number }
  | { readonly do: 'lose class' | 'gain class'; readonly player: number; readonly which: number }
  | { readonly do: 'restore' }
  /** Editors publish another text of a lesson. */
  | { readonly do: 'new version'; readonly which: number }
  | {
      readonly do: 'retry' | 'discard';
      readonly tablet: number;
      readonly tab: number;
      readonly which: number;
    };

const is = <const Name extends string>(...names: readonly [Name, ...Name[]]) => fc.constantFrom(...names);
const tablet = fc.nat({ max: tabletCount - 1 });
const player = fc.nat({ max: playerCount - 1 });
/** Those who have classes of their own. */
const teacher = fc.constantFrom(0, 1, 3);
const tab = fc.nat({ max: 1 });
const which = fc.nat({ max: 7 });
const value = fc.nat({ max: 9 });

// The calls that can be refused and joined come more often than the others, and so do those that pictures go with.
const names = [
  ...callNames,
  'students.rename',
  'students.updatePrivacy',
  'students.updatePrivacy',
  beginStory.endpoint.name,
  saveChapter.endpoint.name,
  saveChapter.endpoint.name,
  saveChapter.endpoint.name,
];

const weighted: readonly (readonly [number, fc.Arbitrary<Command>])[] = [
  [
    15,
    fc.record({
      do: is('change'),
      tablet,
      tab,
      name: fc.constantFrom(...names),
      which,
      value,
      crashAt: fc.oneof(
        { weight: 12, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: fc.nat({ max: 6 }) },
      ),
      isHasty: fc.boolean(),
    }),
  ],
  [7, fc.record({ do: is('time'), seconds: fc.constantFrom(1, 1, 3, 3, 10, 30) })],
  [
    4,
    fc.record({
      do: is('faults'),
      tablet,
      faults: fc.array(fc.constantFrom(...faults), { minLength: 1, maxLength: 3 }),
    }),
  ],
  [
    2,
    fc.record({
      do: is('pokes'),
      tablet,
      fates: fc.array(fc.constantFrom(...pokeFates), { minLength: 1, maxLength: 4 }),
    }),
  ],
  [3, fc.record({ do: is('network'), tablet, isDown: fc.constantFrom(true, true, false) })],
  [1, fc.record({ do: is('sign in'), tablet, player })],
  [2, fc.record({ do: is('open tab', 'wake'), tablet, tab })],
  [2, fc.record({ do: is('hide', 'show'), tablet, tab })],
  [2, fc.record({ do: is('close tab', 'freeze', 'thaw'), tablet, tab })],
  [1, fc.record({ do: is('crash'), tablet, tab, at: fc.nat({ max: 12 }) })],
  [1, fc.record({ do: is('power cut'), tablet })],
  [1, fc.record({ do: is('update'), tablet, which: fc.nat({ max: snapshotTableNames.length - 1 }) })],
  [
    2,
    fc.record({
      do: is('change elsewhere'),
      what: is('name', 'privacy_preference', 'archived'),
      which,
      value,
    }),
  ],
  [2, fc.record({ do: is('lose class', 'lose class', 'gain class'), player: teacher, which })],
  [2, fc.record({ do: is('retry', 'discard'), tablet, tab, which })],
  [1, fc.record({ do: is('clock'), tablet, minutes: fc.integer({ min: -90, max: 90 }) })],
  [1, fc.record({ do: is('restore') })],
  [1, fc.record({ do: is('new version'), which })],
];

const command = fc.oneof(...weighted.map(([weight, arbitrary]) => ({ weight, arbitrary })));

/** Somebody without a network does the same a few times, as one does: such calls become one, where they can. */
const repeated: fc.Arbitrary<Command[]> = fc
  .record({
    tablet,
    name: fc.constantFrom(...joinedNames),
    changes: fc.array(fc.record({ tab, which, value, isHasty: fc.boolean() }), {
      minLength: 2,
      maxLength: 4,
    }),
  })
  .map((repetition): Command[] => [
    { do: 'network', tablet: repetition.tablet, isDown: true },
    ...repetition.changes.map((each): Command => ({
      do: 'change',
      tablet: repetition.tablet,
      name: repetition.name,
      crashAt: null,
      ...each,
    })),
    { do: 'network', tablet: repetition.tablet, isDown: false },
  ]);

const steps = fc.oneof(
  { weight: 40, arbitrary: command.map((one): Command[] => [one]) },
  { weight: 1, arbitrary: repeated },
);

/**
 * A history: what people, networks and tablets do, one after the other. Its length varies little, so that some hundred
 * histories have as many commands each time.
 */
export const commandsOfHistory: fc.Arbitrary<Command[]> = fc.noBias(
  fc.array(steps, { minLength: 40, maxLength: 90, size: 'max' }).map((each) => each.flat()),
);
