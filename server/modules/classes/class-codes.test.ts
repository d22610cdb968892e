import { expect, it } from 'vitest';
import { suggestClassCode } from './class-codes.ts';

it('a class code has eight characters, none that is taken for another, and no vowel to make a word with', () => {
  const codes = Array.from({ length: 500 }, suggestClassCode);
  for (const code of codes) expect(code).toMatch(/^[BCDFGHJKMNPQRTVWXY23479]{8}$/u);
  expect(new Set(codes).size).toBe(codes.length);
});
