import type { Inline } from '#contract/works/document.schema.ts';
import type { WorkCard } from '#contract/works/works.schema.ts';
import { directionOf, goesBothWays } from '#src/lib/direction.ts';

const rightToLeft = new Set(['ar', 'fa', 'he', 'ur', 'ps', 'sd', 'ug', 'yi', 'dv', 'ckb']);

/** Which way a work is read: as its language is written; or as its title is, for a child who did not say in which language it writes. */
export function directionOfWork({ language, title }: Pick<WorkCard, 'language' | 'title'>): 'ltr' | 'rtl' {
  return rightToLeft.has(language.split('-')[0] ?? '') ? 'rtl' : directionOf(title);
}

/** A page may have words of several scripts, each as it is written; those that stand in one paragraph go as the whole work does. */
export function goesAsItsWork(list: readonly Inline[] | undefined): boolean {
  return goesBothWays((list ?? []).map((inline) => (inline.type === 'text' ? inline.text : ' ')).join(''));
}
