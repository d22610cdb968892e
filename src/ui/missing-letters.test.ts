import { describe, expect, it } from 'vitest';
import { missingLetters } from './missing-letters.ts';

/** A device that has letters of Latin and Greek. */
const look = (letter: string) => (/[\p{sc=Latin}\p{sc=Greek}\p{P}]/u.test(letter) ? letter : 'a box');

describe('letters that a device has no sign for', () => {
  it('are told, each once, in their order', () => {
    expect(missingLetters(['Zoë, λόγος', '从前有一只 “hen” 从前'], look)).toEqual([
      '从',
      '前',
      '有',
      '一',
      '只',
    ]);
  });

  it('are none where all are there, and none of what is never seen by itself', () => {
    expect(missingLetters(['Zoë', 'e\u0301 \u200D\u202E\u{FE0F}\n\t\u00A0'], look)).toEqual([]);
  });

  it('are a few, and those of nobody’s script, too', () => {
    const many = Array.from({ length: 50 }, (_each, place) => String.fromCodePoint(0x4e00 + place));
    expect(missingLetters([many.join('')], look)).toHaveLength(12);
    expect(missingLetters(['\uE000'], look)).toEqual(['\uE000']);
  });
});
