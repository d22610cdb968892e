import { describe, expect, it } from 'vitest';
import { contrast, foregroundOn, readableContrast } from '../kit/contrast.ts';
import { classThemes, mergeField, themeInWords } from './classes.rules.ts';

describe('a field that somebody changes', () => {
  it.each([
    { mine: 'Elm', current: 'Maple', seen: 'Maple', merged: 'changed' },
    { mine: 'Elm', current: 'Elm', seen: 'Maple', merged: 'unchanged' },
    { mine: 'Elm', current: 'Oak', seen: 'Maple', merged: 'conflict' },
    { mine: 'Maple', current: 'Oak', seen: 'Maple', merged: 'unchanged' },
    { mine: 'Elm', current: 'Oak', seen: undefined, merged: 'changed' },
  ])('to $mine, seen as $seen, while it is $current, is $merged', ({ mine, current, seen, merged }) => {
    expect(mergeField(mine, current, seen)).toBe(merged);
  });
});

describe('the colours that are offered for a class', () => {
  it('have each a name of their own, and are written in one way', () => {
    expect(new Set(classThemes.map(({ name }) => name)).size).toBe(classThemes.length);
    expect(new Set(classThemes.map(({ value }) => value)).size).toBe(classThemes.length);
    for (const { value } of classThemes) expect(value).toMatch(/^#[0-9a-f]{6}$/u);
  });

  it('take letters that can be read on them', () => {
    for (const { value } of classThemes)
      expect(contrast(foregroundOn(value), value)).toBeGreaterThanOrEqual(readableContrast);
  });

  it('are said by their names, and others as they are written', () => {
    expect(themeInWords('#2a8c94')).toBe('Teal');
    expect(themeInWords('#123456')).toBe('#123456');
  });
});
