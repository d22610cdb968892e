import { expect, it } from 'vitest';
import { noRows } from '../../support/no-rows.ts';
import type { Sight } from './change.ts';
import { callNames, makeChange } from './changes.ts';

const emptyScreen: Sight = {
  ...noRows,
  importsInto: () => [],
  shelf: [],
  categories: [],
  album: [],
  lessons: [],
  challenges: [],
  events: [],
};

it.each(callNames)('the simulator knows how a person makes %s', (name) => {
  expect(makeChange(name, emptyScreen, { which: 0, value: 0, word: 'Word' })).toBeNull();
});
