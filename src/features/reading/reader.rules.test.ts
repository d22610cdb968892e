import { describe, expect, it } from 'vitest';
import { documentOf } from '#contract/works/document.rules.ts';
import { pictureFirst, placeByKey, placeOf, tapTurn, turnOf } from './reader.rules.ts';

describe('the part that an address names', () => {
  it.each([
    ['1', 0],
    ['3', 2],
    ['4', 2],
    ['0', 0],
    ['-7', 0],
    ['x', 0],
    ['2-the-hen', 1],
  ])('%s of three is the one at place %i', (chapterSlug, place) => {
    expect(placeOf(chapterSlug, 3)).toBe(place);
  });

  it('is the first where there are none', () => {
    expect(placeOf('2', 0)).toBe(0);
  });
});

describe('a finger', () => {
  it('turns the page by a swipe to the side', () => {
    expect(turnOf({ x: -80, y: 10 })).toBe(1);
    expect(turnOf({ x: 80, y: -10 })).toBe(-1);
  });

  it('turns nothing by a tap that slipped, and nothing by scrolling', () => {
    expect(turnOf({ x: -20, y: 0 })).toBe(0);
    expect(turnOf({ x: -60, y: 200 })).toBe(0);
  });
});

describe('a tap', () => {
  it('turns the page at its sides, and not in the middle', () => {
    expect([0.05, 0.27, 0.3, 0.5, 0.7, 0.73, 0.99].map(tapTurn)).toEqual([-1, -1, 0, 0, 0, 1, 1]);
  });
});

describe('a key', () => {
  it('goes on, back, to the beginning and to the end, and no further', () => {
    const at = (place: number) => ({ place, parts: 3, fromRight: false });
    expect(placeByKey('ArrowRight', at(0))).toBe(1);
    expect(placeByKey('ArrowRight', at(2))).toBe(2);
    expect(placeByKey('ArrowLeft', at(0))).toBe(0);
    expect(placeByKey('Home', at(2))).toBe(0);
    expect(placeByKey('End', at(0))).toBe(2);
    expect(placeByKey('a', at(1))).toBeNull();
  });

  it('goes the other way in a book that is read from right to left', () => {
    const at = { place: 1, parts: 3, fromRight: true };
    expect(placeByKey('ArrowLeft', at)).toBe(2);
    expect(placeByKey('ArrowRight', at)).toBe(0);
    expect(placeByKey('PageDown', at)).toBe(2);
  });
});

describe('a page that begins with a picture', () => {
  const picture = {
    type: 'picture',
    attrs: { sha256: 'a'.repeat(64), alt: 'A hen', width: 'full' },
  } as const;

  it('is the picture and its words', () => {
    const words = documentOf('A hen.');
    const split = pictureFirst({ type: 'doc', content: [picture, ...words.content] });
    expect(split).toEqual({ picture: { type: 'doc', content: [picture] }, words });
  });

  it('is one where there are no words, or the picture comes later', () => {
    for (const content of [[picture], [...documentOf('A hen.').content, picture]])
      expect(pictureFirst({ type: 'doc', content }).picture).toBeNull();
  });
});
