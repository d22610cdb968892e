import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { preparedTexts } from '#server/platform/connections.ts';

/** Values one after the other: another text for each number of them, which every connection and pooler would keep. */
const isWrittenOut = (text: string) => /\b(?:in|any) ?\((?:array\[)?\$\d+(?:::\w+)?, \$/u.test(text);

/** That nothing was asked in a text that grows with a list. `npm run test:texts` gathers all texts of a run. */
export function expectSteadyTexts(): void {
  const texts = preparedTexts();
  const folder = process.env['SQL_TEXTS'];
  if (folder !== undefined) writeFileSync(path.join(folder, `${randomUUID()}.json`), JSON.stringify(texts));
  expect(texts.filter(isWrittenOut)).toEqual([]);
}
