import { paths } from '#contract/kit/paths.ts';
import type { OwnWork } from '#contract/writing/own-rows.schema.ts';

/** Where one begins a story, or goes on with one, step after step. */
export const writingHref = paths.stories();

/** Where one begins a book of pages. */
export const booksHref = paths.books();

/** One story or book of one's own; what stands for it in its address comes from the school. */
export function storyHref({ id, slug, kind }: Pick<OwnWork, 'id' | 'slug' | 'kind'>): string {
  if (kind === 'message') return paths.messages({ id });
  return `${kind === 'book' ? booksHref : writingHref}/${slug ?? id}`;
}
