import { describe, expect, it } from 'vitest';
import { changesBetween, revisionOf, type SeenText } from './watch-text.ts';

const part = (id: string, text: string, assets: string[] = []) => ({ id, title: '', text, assets });
const seen = (changed: Partial<SeenText> = {}): SeenText => ({
  title: 'The kite',
  byline: 'Zoë',
  blurb: '',
  about_author: '',
  dedication: '',
  cover: null,
  parts: [part('one', 'Up.'), part('two', 'Down.', ['a'])],
  ...changed,
});

describe('what changed since a decision', () => {
  it('is nothing where nothing differs', () => {
    expect(changesBetween(seen(), seen())).toEqual([]);
    expect(revisionOf(seen())).toBe(revisionOf(seen()));
  });

  it('is said for each field, chapter and picture, and what was taken out comes last', () => {
    const after = seen({
      title: 'The dragon',
      cover: 'b',
      parts: [part('two', 'Down.', ['c']), part('three', 'Away.')],
    });
    expect(changesBetween(seen(), after)).toEqual([
      { part: 'title', before: 'The kite', after: 'The dragon', has_other_assets: false },
      { part: 'cover', before: null, after: null, has_other_assets: true },
      { part: 'two', before: 'Down.', after: 'Down.', has_other_assets: true },
      { part: 'three', before: null, after: 'Away.', has_other_assets: false },
      { part: 'one', before: 'Up.', after: null, has_other_assets: false },
    ]);
  });

  it('is said of another order', () => {
    const after = seen({ parts: [part('two', 'Down.', ['a']), part('one', 'Up.'), part('three', '')] });
    expect(changesBetween(seen(), after).map((change) => change.part)).toEqual(['order', 'three']);
  });

  it.each<[string, Partial<SeenText>]>([
    ['a title', { title: 'The dragon' }],
    ['the name of the author', { byline: 'Zo' }],
    ['a word about the author', { about_author: 'I am nine.' }],
    ['a cover', { cover: 'b' }],
    ['the order of chapters', { parts: [part('two', 'Down.', ['a']), part('one', 'Up.')] }],
    ['a picture', { parts: [part('one', 'Up.'), part('two', 'Down.', ['c'])] }],
  ])('gives another name to a text with another of these: %s', (_what, changed) => {
    expect(revisionOf(seen(changed))).not.toBe(revisionOf(seen()));
  });
});
