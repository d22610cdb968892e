import { describe, expect, it } from 'vitest';
import { defaultColors } from '../tenants/tenants.schema.ts';
import { contrast, foregroundOn, readableContrast } from './contrast.ts';

describe('contrast', () => {
  it.each([
    ['#ffffff', '#04abf6', 2.57],
    ['#000000', '#04abf6', 8.16],
    ['#ffffff', '#e97398', 2.85],
    ['#000000', '#e97398', 7.37],
    ['#1e5b8f', '#4180ca', 1.75],
    ['#000000', '#ffffff', 21],
    ['#8a8a8a', '#8a8a8a', 1],
  ])('of %s and %s is %d, whichever comes first', (one, other, expected) => {
    expect(contrast(one, other)).toBeCloseTo(expected, 2);
    expect(contrast(other, one)).toBeCloseTo(expected, 2);
  });

  it('reads capital letters too', () => {
    expect(contrast('#ADC7FA', '#000000')).toBe(contrast('#adc7fa', '#000000'));
  });

  it('refuses what is no colour', () => {
    for (const text of ['', 'red', '#fff', '#12345g', 'url(x)', '#1234567']) {
      expect(() => contrast(text, '#000000')).toThrow(RangeError);
    }
  });
});

describe('foregroundOn', () => {
  it('is black on both default buttons and white on the default primary colour', () => {
    expect(foregroundOn(defaultColors.button_color)).toBe('#000000');
    expect(foregroundOn(defaultColors.book_button_color)).toBe('#000000');
    expect(foregroundOn(defaultColors.primary_color)).toBe('#ffffff');
  });

  it('passes AA on every grey', () => {
    for (let step = 0; step <= 255; step += 1) {
      const grey = `#${step.toString(16).padStart(2, '0').repeat(3)}`;
      expect(contrast(foregroundOn(grey), grey)).toBeGreaterThanOrEqual(readableContrast);
    }
  });
});
