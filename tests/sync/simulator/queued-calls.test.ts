import { expect, it } from 'vitest';
import { callNames, makeChange } from './changes.ts';

it.each(callNames)('the simulator knows how a person makes %s', (name) => {
  const nothing = {
    classes: [],
    students: [],
    imports: [],
    profile: [],
    works: [],
    chapters: [],
    reading: [],
    reader_settings: [],
  };
  expect(makeChange(name, nothing, { which: 0, value: 0, word: 'Word' })).toBeNull();
});
