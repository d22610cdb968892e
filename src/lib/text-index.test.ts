import { describe, expect, it } from 'vitest';
import { TextIndex } from './text-index.ts';

const names = ['Zoë Fern', 'Mateo García López', '美咲 田中', '', 'Zoe Lopez-Fern', 'İpek Yılmaz'];
const index = new TextIndex(names, (name) => name);

describe('searching rows by their texts', () => {
  it('meets case and accents half way', () => {
    expect(index.find('ZOE')).toEqual(['Zoë Fern', 'Zoe Lopez-Fern']);
    expect(index.find('garcia')).toEqual(['Mateo García López']);
    expect(index.find('ipek')).toEqual(['İpek Yılmaz']);
    expect(index.find('田中')).toEqual(['美咲 田中']);
  });

  it('wants every word, in any order, and gives each row once', () => {
    expect(index.find('fern zo')).toEqual(['Zoë Fern', 'Zoe Lopez-Fern']);
    expect(index.find(' lopez  fern ')).toEqual(['Zoe Lopez-Fern']);
    expect(index.find('e')).toEqual(['Zoë Fern', 'Mateo García López', 'Zoe Lopez-Fern', 'İpek Yılmaz']);
  });

  it('finds nothing over the border of two rows', () => {
    expect(index.find('fernmateo')).toEqual([]);
    expect(new TextIndex(['a\nb', 'c'], (text) => text).find('b')).toEqual(['a\nb']);
  });

  it('gives the very same rows for nothing', () => {
    expect(index.find('  ')).toBe(names);
    expect(new TextIndex<string>([], (name) => name).find('x')).toEqual([]);
  });

  it('finds what a walk through all rows finds', () => {
    const many = Array.from({ length: 500 }, (_, number) => `${names[number % 6]} ${number % 37}`);
    const big = new TextIndex(many, (name) => name);
    for (const typed of ['z', 'fe', '3', '12', 'zoe 1']) {
      const words = typed.split(' ');
      const fold = (text: string) =>
        text
          .normalize('NFD')
          .replace(/\p{M}+/gu, '')
          .toLowerCase();
      expect(big.find(typed)).toEqual(
        many.filter((name) => words.every((word) => fold(name).includes(word))),
      );
    }
  });
});
