import { describe, expect, it } from 'vitest';
import { cutToFit } from './text-picture.ts';

describe('a text that is too long', () => {
  const atMost = (length: number) => (text: string) => [...text].length <= length;

  it('stays whole where it fits', () => {
    expect(cutToFit('Amélie', atMost(6))).toBe('Amélie');
  });

  it('ends with an ellipsis where it does not, without a space before it', () => {
    expect(cutToFit('Hubert Blaine', atMost(8))).toBe('Hubert…');
  });

  it('is never cut inside of what readers see as one letter', () => {
    expect(cutToFit('👩‍🚀👩‍🚀👩‍🚀', atMost(5))).toBe('👩‍🚀…');
    expect(cutToFit('क्षक्ष', atMost(4))).toMatch(/^(?:क्ष)?…$/u);
  });
});
