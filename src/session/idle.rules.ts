/** Milliseconds without touch or key. */
export const idleLimits = {
  /** Until the tablet asks whether somebody is still there. */
  untilQuestion: 5 * 60_000,
  /** From that question until it locks. */
  untilLock: 60_000,
} as const;

/** `here`: somebody is; `asking`: perhaps not, and so many seconds are left to say so; `away`: the tablet locks. */
export type Idleness = { kind: 'here' } | { kind: 'asking'; seconds: number } | { kind: 'away' };

export function idlenessAfter(milliseconds: number): Idleness {
  const left = idleLimits.untilQuestion + idleLimits.untilLock - milliseconds;
  if (left <= 0) return { kind: 'away' };
  return left <= idleLimits.untilLock
    ? { kind: 'asking', seconds: Math.ceil(left / 1000) }
    : { kind: 'here' };
}
