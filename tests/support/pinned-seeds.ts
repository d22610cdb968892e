import { randomInt } from 'node:crypto';

/**
 * What the gate draws, in every run. A seed with which exploring finds a fault joins its list with the date and the fault, and
 * stays for ever.
 */
export const pinnedSeeds = {
  /** Of 8 hostile requests to each endpoint. */
  fuzz: [
    1_840_275_631, // Drawn on 25 November 2026 to begin with.
  ],
  /** Of 250 registration forms with odd values. */
  registrationFuzz: [
    402_653_189, // Drawn on 25 November 2026 to begin with.
  ],
  /** Of 5 rounds of faults in the browser; each round adds one. */
  faults: [
    913_480_257, // Drawn on 25 November 2026 to begin with.
  ],
  /** Of 150 histories of the simulator, among which each planted bug breaks its law: tests/explore/planted-bugs.test.ts. */
  plantedBugs: [
    20_261_121, // The date on which the planted bugs were written.
  ],
  /** Of 20 more histories each: the number that a failed history prints as SYNC_SEED. */
  histories: [],
  /** Of 50 histories of money each. */
  money: [
    20_261_126, // The date on which the simulator of money was written.
  ],
} as const satisfies Record<string, readonly number[]>;

type Name = keyof typeof pinnedSeeds;

/** Draws the same again by hand. */
const variables: Record<Name, string> = {
  fuzz: 'FUZZ_SEED',
  registrationFuzz: 'FUZZ_SEED',
  faults: 'FAULT_SEED',
  plantedBugs: 'SYNC_SEED',
  histories: 'SYNC_SEED',
  money: 'MONEY_SEED',
};

/** The seed given by hand, else a fresh one while exploring (EXPLORE=1); null in the gate, which runs the pinned ones. */
export function drawnSeed(name: Name): number | null {
  const variable = variables[name];
  const given = process.env[variable];
  if (given !== undefined && !/^\d+$/u.test(given))
    throw new Error(`${variable} is not a whole number: ${given}`);
  const seed = given === undefined ? null : Number(given);
  if (seed === null && process.env['EXPLORE'] !== '1') return null;
  const drawn = seed ?? randomInt(2 ** 30);
  console.log(`${variable}=${drawn}`);
  return drawn;
}

/** The drawn seed where there is one, else all that are pinned. */
export function seedsOf(name: Name): readonly number[] {
  const drawn = drawnSeed(name);
  return drawn === null ? pinnedSeeds[name] : [drawn];
}
