import fc from 'fast-check';
import { pinnedSeeds } from '#tests/support/pinned-seeds.ts';
import { shrinkHistory, type BrokenHistory } from '#tests/support/shrink-history.ts';
import { commandsOfHistory, type Command } from './commands.ts';
import { History } from './history.ts';
import type { Plant } from './plant.ts';
import type { SimulatedWorld } from './world.ts';

/** How many histories are asked for: SYNC_HISTORIES, as `npm run test:sync -- --histories N` sets it. */
export function historiesOfRun(): number | null {
  const given = process.env.SYNC_HISTORIES;
  return given === undefined ? null : Number(given);
}

/** Histories in which planted bugs are looked for. */
export const plantedHistories = 150;

/** Histories that share a seed. The next ones have the next seed, and are not begun when the time is over. */
const historiesPerSeed = 20;
/** Milliseconds for making a history that breaks a law smaller; the smallest one by then is shown. */
const shrinkingTime = 90_000;

/** A history that the gate runs, and the seed that draws it. */
interface PinnedHistory {
  readonly seed: number;
  readonly commands: readonly Command[];
}

/** All histories of the gate: those in which planted bugs are looked for, and 20 of each seed that exploring found. */
export function pinnedHistories(): readonly PinnedHistory[] {
  const drawn = (seeds: readonly number[], numRuns: number) =>
    seeds.flatMap((seed) =>
      fc.sample(commandsOfHistory, { seed, numRuns }).map((commands) => ({ seed, commands })),
    );
  return [
    ...drawn(pinnedSeeds.plantedBugs, plantedHistories),
    ...drawn(pinnedSeeds.histories, historiesPerSeed),
  ];
}

/** @returns how many commands were executed @throws Error as `runHistories` */
export async function runPinned(world: SimulatedWorld, histories: readonly PinnedHistory[]): Promise<number> {
  let executed = 0;
  for (const { seed, commands } of histories) {
    const history = new History(world);
    const violations = await history.run(commands);
    executed += history.executed;
    if (violations.length > 0) throw new Error(inWords(seed, await shrink(world, { commands, violations })));
  }
  return executed;
}

type Found = BrokenHistory<Command>;

/**
 * Runs so many histories. Answers how many histories and commands were executed: fewer where the time (milliseconds since
 * 1970) was over before.
 * @throws Error with the seed, the laws that were broken, and the smallest history that breaks one
 */
export async function runHistories(
  world: SimulatedWorld,
  options: { seed: number; histories: number; until?: number },
): Promise<{ histories: number; executed: number }> {
  const { until = Number.POSITIVE_INFINITY } = options;
  let executed = 0;
  let histories = 0;
  while (histories < options.histories && Date.now() < until) {
    const seed = options.seed + histories;
    let found: Found | null = null;
    const property = fc.asyncProperty(commandsOfHistory, async (commands) => {
      const history = new History(world);
      const violations = await history.run(commands);
      executed += history.executed;
      if (violations.length > 0) found = { commands, violations };
      return violations.length === 0;
    });
    const numRuns = Math.min(historiesPerSeed, options.histories - histories);
    const { failed, errorInstance } = await fc.check(property, { numRuns, seed, endOnFailure: true });
    if (failed && found) throw new Error(inWords(seed, await shrink(world, found)));
    if (failed) throw errorInstance;
    histories += numRuns;
  }
  return { histories, executed };
}

const shrink = (world: SimulatedWorld, found: Found): Promise<Found> =>
  shrinkHistory(found, { run: (commands) => new History(world).run(commands), time: shrinkingTime });

function inWords(seed: number, { commands, violations }: Found): string {
  return [
    ...violations,
    'The smallest history that was found to do this:',
    ...commands.map((command) => JSON.stringify(command)),
    `Again: SYNC_SEED=${seed} npm run test:sync -- --histories ${2 * historiesPerSeed}`,
  ].join('\n');
}

/** Runs the histories of a seed with a bug in them until one breaks this law. Nothing is shrunk. */
export async function firstViolation(
  world: SimulatedWorld,
  options: { seed: number; histories: number; plant: Plant; law: number },
): Promise<Found | null> {
  for (const commands of fc.sample(commandsOfHistory, { seed: options.seed, numRuns: options.histories })) {
    const violations = await new History(world, options.plant).run(commands);
    if (violations.some((each) => each.startsWith(`law ${options.law}: `))) return { commands, violations };
  }
  return null;
}
