import { describe, expect, it } from 'vitest';
import type { Caller } from './api-world.ts';

/** Somebody who gives, and how they lose what they may. */
export interface Giver {
  id: string;
  caller: Caller;
}

export type Loss<Giving> = (giver: Giving) => Promise<unknown>;

/** A gift is made, and asked once whether it is good. */
export type Gift<Giving> = (giver: Giving) => Promise<() => Promise<boolean>>;

type Cells<Losses> = { [Each in keyof Losses]: 'good' | 'ends' };

export const nothing = async () => {};

/**
 * The rule: what somebody gave or asked for is good while they may still give it. Each gift is tried after each way in
 * which its giver loses the right; a new way or gift does not compile until its cells are filled in.
 */
export function rightsTable<Giving, Losses extends Record<string, Loss<Giving>>>(
  who: string,
  make: () => Promise<Giving>,
  losses: Losses,
  gifts: Record<string, [Gift<Giving>, Cells<Losses>]>,
): void {
  describe(`what ${who} gave`, () => {
    for (const [gift, [give, cells]] of Object.entries(gifts))
      for (const [loss, lose] of Object.entries(losses)) {
        const expected = cells[loss];
        it(`${gift}: ${loss}, so it ${expected === 'good' ? 'is good' : 'ends'}`, async () => {
          const giver = await make();
          const isGood = await give(giver);
          await lose(giver);
          expect(await isGood()).toBe(expected === 'good');
        });
      }
  });
}
