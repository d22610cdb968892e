import type { FieldErrors } from '#contract/kit/problem.ts';

/** Field → its first text, as a form shows it. */
export function firstTexts(errors: FieldErrors): Record<string, string> {
  return Object.fromEntries(Object.entries(errors).map(([field, [text = '']]) => [field, text]));
}
