import { expect } from 'vitest';
import { preparedTexts } from '#server/platform/connections.ts';

/** Of one server. A pooler keeps as many for each of its connections (`max_prepared_statements` of docs/operations.md). */
const mostTexts = 800;

/** Values one after the other: another text for each number of them. */
const isWrittenOut = (text: string) => /\b(?:in|any) ?\((?:array\[)?\$\d+(?:::\w+)?, \$/u.test(text);

/** That what was asked in this file is asked in texts that do not grow with a list. */
export function expectFewTexts(): void {
  const texts = preparedTexts();
  expect(texts.filter(isWrittenOut)).toEqual([]);
  expect(texts.length).toBeLessThan(mostTexts);
}
