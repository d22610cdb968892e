import { limits } from '#contract/kit/limits.ts';

/** Limits learned from a slow network; kept from run to run by the caller. */
export interface Pace {
  /** In one push. */
  maximumCalls: number;
  /** True: a push asks for no rows, because a large answer may be what times out. */
  leavesRows: boolean;
}

export function newPace(): Pace {
  return { maximumCalls: limits.callsPerPush, leavesRows: false };
}
