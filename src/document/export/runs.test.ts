import { describe, expect, it } from 'vitest';
import { linesOf, linesWithin, type Measure } from '#src/ui/text-lines.ts';
import { runsOf } from './runs.ts';

/** Each letter is as wide as any other. */
const measure: Measure = (text) => [...text].length;
const linesAt = (width: number, content: Parameters<typeof runsOf>[0], language = 'en') =>
  linesOf(runsOf(content), { width, language, measure }).map((line) => line.map(({ text }) => text).join(''));

describe('lines of a page', () => {
  it('end between words, with their signs', () => {
    expect(
      linesAt(10, [{ type: 'text', text: 'The hen, red and small, ran.' }]).map((line) => line.trim()),
    ).toEqual(['The hen,', 'red and', 'small,', 'ran.']);
  });

  it('lose nothing but blanks where they end, in any script', () => {
    for (const [language, text] of [
      ['en', 'A “quoted” word (in brackets) and an extraordinarilylongword that goes on'],
      ['zh', '从前有一只红色的母鸡，它找到了一些麦子。'],
      ['th', 'กาลครั้งหนึ่งมีแม่ไก่แดงตัวหนึ่ง'],
      ['ar', 'كان يا ما كان دجاجة حمراء صغيرة'],
      ['hi', 'एक लाल मुर्गी थी और उसे गेहूँ मिला'],
    ] as const)
      for (const width of [1, 5, 12, 200]) {
        const lines = linesAt(width, [{ type: 'text', text }], language);
        expect(lines.join('').replaceAll(/\s/gu, '')).toBe(text.replaceAll(/\s/gu, ''));
        if (width >= 5)
          for (const line of lines) expect([...line.trimEnd()].length).toBeLessThanOrEqual(width);
      }
  });

  it('break where their author did, and keep how words look', () => {
    const content = [
      { type: 'text', text: 'One ' },
      { type: 'text', text: 'bold', marks: [{ type: 'bold' }] },
      { type: 'hardBreak' },
      { type: 'text', text: 'two' },
    ] as const;
    const lines = linesOf(runsOf(content as never), { width: 50, language: 'en', measure });
    expect(lines.map((line) => line.map(({ text, bold }) => [text, bold]))).toEqual([
      [
        ['One ', false],
        ['bold', true],
      ],
      [['two', false]],
    ]);
  });

  it('are one where nothing stands', () => {
    expect(linesAt(10, undefined)).toEqual(['']);
  });

  it('have room as long as there is some, and none beyond the end of a sheet', () => {
    expect([25, 10, 9.9, 0, -3, -25].map((room) => linesWithin(room, 10))).toEqual([2, 1, 0, 0, 0, 0]);
  });
});
