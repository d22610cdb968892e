import { busy } from '#server/platform/admission.ts';
import type { Clock } from '#server/platform/clock.ts';

/** Lets devices that hold data of another life of the database begin anew, so many a second. */
export interface ResetGate {
  /** @throws Problem `request.unavailable`, with a moment to come again */
  pass(): void;
}

/** After a restore all tablets want everything at once; what is let in is what a server can answer beside its lessons. */
export function createResetGate(options: { clock: Clock; perSecond: number }): ResetGate {
  const { clock, perSecond } = options;
  let room = perSecond;
  let lookedAt = clock.now().getTime();
  return {
    pass() {
      const now = clock.now().getTime();
      room = Math.min(perSecond, room + (Math.max(0, now - lookedAt) / 1000) * perSecond);
      lookedAt = now;
      if (room < 1) throw busy();
      room -= 1;
    },
  };
}
