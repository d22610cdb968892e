import * as v from 'valibot';
import { uuidv7 } from 'uuidv7';
import { foldForComparing } from '#contract/kit/fold.ts';
import { Id } from '#contract/kit/id.ts';
import { reservedSlug } from '#contract/causes/causes.schema.ts';

/** Names in addresses for a cause, the best first: its words in ASCII, then with numbers; `cause-…` where it has no such words. */
export function slugsOf(name: string): string[] {
  const ascii = foldForComparing(name)
    .replaceAll(/[^a-z0-9]+/gu, '-')
    .replaceAll(/^-|-$/gu, '')
    .slice(0, 80)
    .replace(/-$/u, '');
  const base =
    ascii === '' || ascii === reservedSlug || v.is(Id, ascii) ? `cause-${ascii || 'of-ours'}` : ascii;
  const numbered = Array.from({ length: 8 }, (_none, at) => `${base}-${at + 2}`);
  return [base, ...numbered, `${base}-${uuidv7().slice(-12)}`];
}
