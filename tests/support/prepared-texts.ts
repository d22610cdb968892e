import { expect } from 'vitest';
import { preparedTexts } from '#server/platform/connections.ts';

/** Values one after the other: another text for each number of them, which every connection and pooler would keep. */
const isWrittenOut = (text: string) => /\b(?:in|any) ?\((?:array\[)?\$\d+(?:::\w+)?, \$/u.test(text);

/** That nothing was asked in a text that grows with a list. */
export function expectSteadyTexts(): void {
  expect(preparedTexts().filter(isWrittenOut)).toEqual([]);
}
