import type { GuestMay } from '#contract/visits/visits.schema.ts';

/** What a guest of the platform may do at a school. */
export const mayWords: Readonly<Record<GuestMay, string>> = {
  look: 'look around',
  help: 'look around and help',
};
