import { randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { suggestPassword } from './simple-words.ts';

describe('a password', () => {
  it('is made of simple words, and is seldom the same', () => {
    const passwords = Array.from({ length: 200 }, () => suggestPassword(randomInt));
    for (const password of passwords) expect(password).toMatch(/^[a-z]+-[a-z]+-\d\d$/u);
    expect(new Set(passwords).size).toBeGreaterThan(190);
  });

  it('goes from the first words to the last ones', () => {
    expect(suggestPassword(() => 0)).toBe('amber-ant-10');
    expect(suggestPassword((below) => below - 1)).toBe('young-zebra-99');
  });
});
