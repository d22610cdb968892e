import { describe, expect, it } from 'vitest';
import { findWatched, foldWatched } from './watched-words.rules.ts';

const list = ['Bomb', 'café', 'kill yourself', "don't", '自杀'].map(foldWatched);

describe('watched words', () => {
  it.each([
    ['The BOMB, she said.', ['bomb']],
    ['In the cafe.', ['cafe']],
    ['“Kill\nyourself”', ['kill yourself']],
    ['Don’t!', ['don t']],
    ['他想自杀了。', ['自杀']],
    ['A bomb in a café', ['bomb', 'cafe']],
  ])('are found in %s', (text, found) => expect(findWatched(text, list)).toEqual(found));

  it.each(['', 'A bombastic kite.', 'He did not kill. Be yourself.', 'Cafeteria'])(
    'are not found in “%s”',
    (text) => expect(findWatched(text, list)).toEqual([]),
  );

  it('are nothing without a letter or digit', () => expect(foldWatched(' !? — ')).toBe(''));
});
