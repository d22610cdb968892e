import { paths } from '../kit/paths.ts';
import type { OwnWork } from './own-rows.schema.ts';

/** Where one goes on with a work of one's own; what stands for it in its address comes from the school. */
export function ownWorkAt({ id, slug, kind }: Pick<OwnWork, 'id' | 'slug' | 'kind'>): string {
  if (kind === 'message') return paths.messages({ id });
  return (kind === 'book' ? paths.books : paths.stories)({ slug: slug ?? id });
}
