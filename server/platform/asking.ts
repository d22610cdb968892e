import { elapsedSince } from './clock.ts';

const minute = 60 * 1000;
const hour = 60 * minute;

export interface AskingLimit {
  /** Milliseconds. */
  within: number;
  most: number;
}

/** How often somebody may ask for a link. Nobody needs more, and nobody's mailbox is flooded by strangers. */
export const askingLimits = {
  /** For one e-mail address, whoever asks. */
  email: [
    { within: hour, most: 3 },
    { within: 24 * hour, most: 8 },
  ],
  /** From one network address, for whomever. A school has one for everybody. */
  address: [{ within: hour, most: 30 }],
} as const satisfies Record<string, readonly AskingLimit[]>;

/** Milliseconds that are looked back. */
export const askingWindow = 24 * hour;

/**
 * Whole seconds until one more is within all limits; 0: now. `asked`: when it was asked before, in any order; what lies in
 * the future, by a clock that jumped, does not count.
 */
export function secondsToWait(asked: readonly Date[], limits: readonly AskingLimit[], now: Date): number {
  const waits = limits.map(({ within, most }) => {
    const recent = asked
      .map((moment) => elapsedSince(moment, now))
      .filter((age) => age < within)
      .toSorted((one, other) => one - other);
    // Room is made when the oldest of those that fill the limit grows out of the window.
    const age = recent[most - 1];
    return age === undefined ? 0 : within - age;
  });
  return Math.ceil(Math.max(0, ...waits) / 1000);
}
