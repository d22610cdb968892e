import { describe, expect, it } from 'vitest';
import { readProject } from './import-graph.ts';

const mostLines = 400;

/** What is data by nature: seeds, and what each domain says to the authorization matrix. */
const isData = (file: string) =>
  file.startsWith('server/seeds/') || /^tests\/domains\/[\w-]+\/cells\.ts$/u.test(file);

/** Longer files, by why they stay whole. */
const longer: Readonly<Record<string, string>> = {
  'tests/support/every-page.ts': 'a row for each page',
  'tests/support/hostile-texts.ts': 'a corpus of texts',
  'tests/support/logo-corpus.ts': 'a corpus of pictures',
};

/** Code and tests alike. */
function longerThanMost(tree: ReadonlyMap<string, string>): string[] {
  return [...tree]
    .filter(([file]) => /\.(?:tsx?|mjs)$/u.test(file) && !isData(file))
    .filter(([, text]) => text.trimEnd().split('\n').length > mostLines)
    .map(([file]) => file);
}

describe('a file of code', () => {
  it('has at most 400 lines, but for those that are named with a reason', () => {
    expect(longerThanMost(readProject()).filter((file) => !(file in longer))).toEqual([]);
  });

  it('is found where it is longer, be it of the program or of the tests', () => {
    const long = 'x;\n'.repeat(mostLines + 1);
    const tree = new Map([
      ['src/ui/long.tsx', long],
      ['tests/api/long.test.ts', long],
      ['tests/domains/cart/cells.ts', long],
      ['server/seeds/names.ts', long],
      ['src/ui/screen.css', long],
      ['server/app.ts', 'x;\n'.repeat(mostLines)],
    ]);
    expect(longerThanMost(tree)).toEqual(['src/ui/long.tsx', 'tests/api/long.test.ts']);
  });
});
