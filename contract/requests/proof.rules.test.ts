import { describe, expect, it } from 'vitest';
import { beginsWithZeros, proofInput } from './proof.rules.ts';

describe('the sum of a form', () => {
  it('counts zeros from the first bit on', () => {
    const hash = Uint8Array.of(0b0000_0000, 0b0001_1111);
    expect([0, 8, 11].map((bits) => beginsWithZeros(hash, bits))).toEqual([true, true, true]);
    expect(beginsWithZeros(hash, 12)).toBe(false);
  });

  it('is right by no hash that is too short', () => {
    expect(beginsWithZeros(new Uint8Array(1), 9)).toBe(false);
  });

  it('is another one for each ticket', () => {
    expect(proofInput('a', '1')).not.toBe(proofInput('b', '1'));
  });
});
