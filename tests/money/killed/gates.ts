/** Moments round which a server is killed: each between two things that have to agree. */
export const killGates = [
  'before begin',
  'after begin',
  'before capture',
  'after capture',
  'before commit',
  'after commit',
  'before refund',
  'after refund',
] as const;
export type KillGate = (typeof killGates)[number];
