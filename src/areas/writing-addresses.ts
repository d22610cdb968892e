import type { OwnWork } from '#contract/writing/own-rows.schema.ts';

/** Where one begins a story, or goes on with one, step after step. */
export const writingHref = '/uploadblogsteps';

/** One story of one's own; what stands for it in its address comes from the school. */
export function storyHref({ id, slug }: Pick<OwnWork, 'id' | 'slug'>): string {
  return `${writingHref}/${slug ?? id}`;
}
