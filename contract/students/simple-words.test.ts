import { describe, expect, it } from 'vitest';
import { passwordWords } from './password-words.ts';
import { suggestPassword } from './simple-words.ts';

/** The same numbers in each run. */
function drawFrom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

describe('a password', () => {
  it('is made of three different words, and differs from child to child', () => {
    const draw = drawFrom(20_261_125);
    const passwords = Array.from({ length: 1000 }, () => suggestPassword(draw));
    for (const password of passwords) {
      const words = password.split('-');
      expect(words).toHaveLength(3);
      expect(new Set(words).size).toBe(3);
      expect(words.filter((word) => !passwordWords.includes(word))).toEqual([]);
    }
    expect(new Set(passwords).size).toBe(1000);
  });

  it('has at least 26 bits', () => {
    const count = passwordWords.length;
    expect(Math.log2(count * (count - 1) * (count - 2))).toBeGreaterThanOrEqual(26);
  });

  it('goes from the first words to the last ones', () => {
    expect(suggestPassword(() => 0)).toBe(passwordWords.slice(0, 3).join('-'));
    expect(suggestPassword((below) => below - 1)).toBe(passwordWords.slice(-3).toReversed().join('-'));
  });
});

describe('the words of passwords', () => {
  it('are short, in small letters, and there once each', () => {
    expect(passwordWords.filter((word) => !/^[a-z]{2,6}$/u.test(word))).toEqual([]);
    expect(new Set(passwordWords).size).toBe(passwordWords.length);
  });

  it('do not sound like another word that is spelled otherwise', () => {
    const homophones =
      'ant bare bean bear bee blew blue deer dear fair flour hair hare horse hour knight mail night pair pear rain read red road rose sail sale sea see son sun tail tale toad wait weak week whale wood write';
    expect(passwordWords.filter((word) => homophones.split(' ').includes(word))).toEqual([]);
  });
});
