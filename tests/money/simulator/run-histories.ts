import fc from 'fast-check';
import { pinnedSeeds } from '#tests/support/pinned-seeds.ts';
import { shrinkHistory, type BrokenHistory } from '#tests/support/shrink-history.ts';
import { commandsOfHistory, type Command } from './commands.ts';
import { History } from './history.ts';
import type { Plant } from './server.ts';
import type { MoneyWorld } from './world.ts';

/** Histories of each seed that the gate runs. */
export const historiesPerSeed = 50;
/** Milliseconds for making a history that breaks a law smaller; the smallest one by then is shown. */
const shrinkingTime = 60_000;

interface SeededHistory {
  readonly seed: number;
  readonly commands: readonly Command[];
}

const drawn = (seed: number, numRuns: number): SeededHistory[] =>
  fc.sample(commandsOfHistory, { seed, numRuns }).map((commands) => ({ seed, commands }));

export function pinnedHistories(): readonly SeededHistory[] {
  return pinnedSeeds.money.flatMap((seed) => drawn(seed, historiesPerSeed));
}

type Found = BrokenHistory<Command>;

/** What a run came to. */
export interface Ran {
  histories: number;
  executed: number;
  deaths: number;
}

/** @throws Error with the seed, the laws that were broken, and the smallest history that breaks one */
async function runEach(world: MoneyWorld, histories: readonly SeededHistory[], ran: Ran): Promise<void> {
  for (const { seed, commands } of histories) {
    const history = new History(world);
    const violations = await history.run(commands);
    ran.histories += 1;
    ran.executed += history.executed;
    ran.deaths += history.deaths;
    if (violations.length > 0) throw new Error(inWords(seed, await shrink(world, { commands, violations })));
  }
}

export async function runPinned(world: MoneyWorld): Promise<Ran> {
  const ran = { histories: 0, executed: 0, deaths: 0 };
  await runEach(world, pinnedHistories(), ran);
  return ran;
}

/** So many histories from a seed on; none is begun when the time (milliseconds since 1970) is over. */
export async function runDrawn(
  world: MoneyWorld,
  { seed, histories, until = Number.POSITIVE_INFINITY }: { seed: number; histories: number; until?: number },
): Promise<Ran> {
  const ran = { histories: 0, executed: 0, deaths: 0 };
  for (let next = seed; ran.histories < histories && Date.now() < until; next += 1)
    await runEach(world, drawn(next, Math.min(historiesPerSeed, histories - ran.histories)), ran);
  return ran;
}

const shrink = (world: MoneyWorld, found: Found): Promise<Found> =>
  shrinkHistory(found, { run: (commands) => new History(world).run(commands), time: shrinkingTime });

function inWords(seed: number, { commands, violations }: Found): string {
  return [
    ...violations,
    'The smallest history that was found to do this:',
    ...commands.map((command) => JSON.stringify(command)),
    `Again: MONEY_SEED=${seed} npm run test:money -- histories`,
  ].join('\n');
}

/** Runs the histories of the gate with a bug in them until one breaks this law. Nothing is shrunk. */
export async function firstViolation(
  world: MoneyWorld,
  { plant, law }: { plant: Plant; law: number },
): Promise<readonly string[] | null> {
  for (const { commands } of pinnedHistories()) {
    const violations = await new History(world, plant).run(commands);
    if (violations.some((each) => each.startsWith(`law ${law}: `))) return violations;
  }
  return null;
}
