import { elapsed } from '#src/sync/clock.ts';
import type { KeyValueStorage } from './device-storage.ts';
import { sessionKeys } from './session-keys.ts';

/** Two clocks in milliseconds: one that goes on while a tablet sleeps but can be set, and one that nobody can set back. */
export interface TwoClocks {
  wall: () => number;
  steady: () => number;
}

/** Milliseconds of touching within which it is noted once: each note wakes the other tabs. */
const noteInterval = 5000;

/** Milliseconds by which two tabs may read the same clock differently; more, and somebody has set it. */
const tolerance = 10_000;

/** Milliseconds since anybody last touched this device, in whichever tab; null where that was never noted. */
export function idleFor(storage: KeyValueStorage, now: number): number | null {
  const noted = Number(storage.getItem(sessionKeys.lastTouch) ?? Number.NaN);
  if (!Number.isFinite(noted)) return null;
  return elapsed(noted, noted > now && noted - now <= tolerance ? noted : now);
}

/**
 * How long nobody has touched this device. Time that the tablet slept counts, by the one clock; setting the clock back
 * takes nothing away, by the other.
 */
export class IdleClock {
  readonly #storage: KeyValueStorage;
  readonly #clocks: TwoClocks;
  #idle: number;
  #wall: number;
  #steady: number;
  /** What was last seen in the storage: another text is another tab's. */
  #noted: string | null;

  constructor(storage: KeyValueStorage, clocks: TwoClocks) {
    this.#storage = storage;
    this.#clocks = clocks;
    this.#wall = clocks.wall();
    this.#steady = clocks.steady();
    this.#idle = idleFor(storage, this.#wall) ?? 0;
    this.#noted = storage.getItem(sessionKeys.lastTouch);
    if (this.#noted === null) this.#note();
  }

  /** Milliseconds without a touch. */
  look(): number {
    const wall = this.#clocks.wall();
    const steady = this.#clocks.steady();
    this.#idle += Math.max(0, wall - this.#wall, steady - this.#steady);
    this.#wall = wall;
    this.#steady = steady;
    const noted = this.#storage.getItem(sessionKeys.lastTouch);
    if (noted !== null && noted !== this.#noted) {
      this.#noted = noted;
      this.#idle = Math.min(this.#idle, Math.max(0, wall - Number(noted)));
    }
    return this.#idle;
  }

  /** Somebody is here, now. */
  touch(): void {
    this.look();
    this.#idle = 0;
    if (elapsed(Number(this.#noted), this.#wall) >= noteInterval) this.#note();
  }

  #note(): void {
    this.#noted = String(this.#wall);
    this.#storage.setItem(sessionKeys.lastTouch, this.#noted);
  }
}
