import { expect, it } from 'vitest';
import { readProject } from './import-graph.ts';
import { shownTexts } from './shown-texts.ts';

const tree = readProject();
const otherSpelling = /\be-mail/iu;

/** How a list that somebody brings may call the column. */
const takenFromLists = new Set(['e-mail', 'e-mail address']);

it('email is spelled as the specification does, on all screens', () => {
  const found = [...shownTexts(tree)].filter((text) => otherSpelling.test(text));
  expect(found.filter((text) => !takenFromLists.has(text))).toEqual([]);
});

it('email is spelled so in letters, help and written pages as well', () => {
  const written = /^server\/modules\/.*(?:\.letters\.ts|\.md)$/u;
  const found = [...tree].flatMap(([file, text]) =>
    written.test(file)
      ? text.split('\n').flatMap((line) => (otherSpelling.test(line) ? [`${file}: ${line.trim()}`] : []))
      : [],
  );
  expect(found).toEqual([]);
});
