import { Problem, requestProblems } from '#contract/kit/problem.ts';

/** Protects a process from one who asks without end, such as a script with a child's token. Nothing of it outlives the process. */
export interface Rate {
  /** @throws Problem `request.too_many`, with a moment to come again */
  pass(who: string): void;
}

export interface Rates {
  /** Of one person, whatever they ask for. */
  requests: Rate;
  /** Of one device. What it holds stays on it, and goes with the next push. */
  pushes: Rate;
}

/** Whoever was here is forgotten once nothing is left to remember; looked for when so many more came. */
const tidiedEvery = 1000;

/** @param burst how many at once, where nobody came for a while */
export function createRate({
  perSecond,
  burst,
  now = () => performance.now(),
}: {
  perSecond: number;
  burst: number;
  /** Milliseconds. */
  now?: () => number;
}): Rate {
  const known = new Map<string, { room: number; at: number }>();
  let untidied = 0;

  const roomAt = ({ room, at }: { room: number; at: number }, moment: number) =>
    Math.min(burst, room + ((moment - at) / 1000) * perSecond);

  function tidy(moment: number): void {
    untidied = 0;
    for (const [who, each] of known) if (roomAt(each, moment) >= burst) known.delete(who);
  }

  return {
    pass(who) {
      const moment = now();
      const before = known.get(who);
      const room = before ? roomAt(before, moment) : burst;
      if (room < 1) {
        const retryAfter = Math.ceil((1 - room) / perSecond);
        throw new Problem(requestProblems.too_many, {
          retryAfter,
          error: `That was too much at once. Please try again in ${retryAfter === 1 ? 'a second' : `${retryAfter} seconds`}.`,
        });
      }
      known.set(who, { room: room - 1, at: moment });
      if (before) return;
      untidied += 1;
      if (untidied >= tidiedEvery) tidy(moment);
    },
  };
}

/** 20 requests a second and person, 60 pushes a minute and device. A page that opens asks for many things at once. */
export const createUsualRates = (): Rates => ({
  requests: createRate({ perSecond: 20, burst: 200 }),
  pushes: createRate({ perSecond: 1, burst: 60 }),
});
