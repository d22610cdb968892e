import { describe, expect, it } from 'vitest';
import { defaultColors } from '#contract/tenants/tenants.schema.ts';
import { contrast, luminance, readableContrast } from '#contract/kit/contrast.ts';
import { mix, ownShade, readableOn, shadesOf } from './color.ts';

const paper = '#fbf7ef';
const night = '#201b18';

describe('readableOn', () => {
  it('leaves a colour that can be read as it is', () => {
    expect(readableOn(paper, '#1E5B8F')).toBe('#1e5b8f');
  });

  it('darkens on paper and lightens at night, just far enough', () => {
    for (const color of Object.values(defaultColors)) {
      for (const background of [paper, night]) {
        const text = readableOn(background, color);
        expect(contrast(text, background)).toBeGreaterThanOrEqual(readableContrast);
        if (text !== color.toLowerCase())
          expect(contrast(text, background)).toBeLessThan(readableContrast + 0.3);
      }
    }
  });

  it('keeps the hue', () => {
    const [red, green, blue] = [1, 3, 5].map((at) =>
      parseInt(readableOn(paper, '#04abf6').slice(at, at + 2), 16),
    );
    expect(blue).toBeGreaterThan(green ?? 0);
    expect(green).toBeGreaterThan(red ?? 0);
  });
});

describe('mix', () => {
  it('gives either colour at its end', () => {
    expect(mix('#04abf6', '#ffffff', 0)).toBe('#04abf6');
    expect(mix('#04abf6', '#e97398', 1)).toBe('#e97398');
  });
});

describe('shadesOf', () => {
  it('goes from light to dark with the colour itself in its place', () => {
    for (const color of ['#04abf6', '#11365a', '#e97398', '#7f7f7f']) {
      const shades = shadesOf(color);
      expect(shades[ownShade]).toBe(color);
      const lights = shades.map(luminance);
      expect(lights).toEqual(lights.toSorted((a, b) => b - a));
    }
  });

  it('gives colours for black and white as well', () => {
    for (const color of ['#000000', '#ffffff']) {
      for (const shade of shadesOf(color)) expect(shade).toMatch(/^#[0-9a-f]{6}$/u);
    }
  });
});
