import type { Inline } from '#contract/works/document.schema.ts';
import { goesBothWays } from '#src/lib/direction.ts';

/** A page may have words of several scripts, each as it is written; those that stand in one paragraph go as the whole work does. */
export function goesAsItsWork(list: readonly Inline[] | undefined): boolean {
  return goesBothWays((list ?? []).map((inline) => (inline.type === 'text' ? inline.text : ' ')).join(''));
}
