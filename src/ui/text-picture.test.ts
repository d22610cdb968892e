import { describe, expect, it } from 'vitest';
import { cutToFit, directionOf } from './text-picture.ts';

it.each([
  ['Zoë', 'ltr'],
  ['محمد', 'rtl'],
  ['שירה', 'rtl'],
  ['अनन्या', 'ltr'],
  ['🌻 محمد', 'rtl'],
  ['', 'ltr'],
] as const)('%s is set %s', (text, direction) => {
  expect(directionOf(text)).toBe(direction);
});

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
