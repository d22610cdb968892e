import { asSoonAsReached } from '#src/lib/reach-words.ts';
/** What is said where the list, or the numbers, of other schools are missing. */
export const missing = {
  failed: 'The schools could not be fetched',
  unreachable: `Your schools show up here ${asSoonAsReached}.`,
} as const;
