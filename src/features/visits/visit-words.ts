import { product } from '#contract/kit/product.ts';
/** What is said where the list, or the numbers, of other schools are missing. */
export const missing = {
  failed: 'The schools could not be fetched',
  unreachable: `Your schools show up here as soon as ${product.name} can be reached.`,
} as const;
