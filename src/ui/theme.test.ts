import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core';
import { describe, expect, it } from 'vitest';
import { defaultColors } from '#contract/tenants/tenants.schema.ts';
import { contrast, readableContrast } from '#contract/kit/contrast.ts';
import { grounds } from '#src/lib/grounds.ts';
import { breakpoints, lookOf } from './theme.ts';

/** The least that WCAG 2.2 asks of the edge of a field. */
const edgeContrast = 3;

const schools = {
  'the defaults of registration': defaultColors,
  'a school in pale yellow': { ...defaultColors, primary_color: '#fff3b0', button_color: '#ffffcc' },
  'a school in black': { ...defaultColors, primary_color: '#000000', button_color: '#000000' },
  'a school in middle grey': { ...defaultColors, primary_color: '#808080', button_color: '#767676' },
};

function variablesOf(school: keyof typeof schools, scheme: 'light' | 'dark'): Record<string, string> {
  const { theme, cssVariablesResolver } = lookOf(schools[school]);
  return cssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme))[scheme];
}

describe('the breakpoints', () => {
  it('are those of the specification', () => {
    expect(Object.values(breakpoints)).toEqual([340, 420, 540, 640, 768, 900, 1024, 1200, 1280]);
  });

  it('reach Mantine in em, under names that cover its own', () => {
    const { breakpoints: inTheme } = mergeMantineTheme(DEFAULT_THEME, lookOf(defaultColors).theme);
    expect(inTheme).toEqual({
      xxs: '21.25em',
      xs: '26.25em',
      sm: '33.75em',
      md: '40em',
      lg: '48em',
      xl: '56.25em',
      xxl: '64em',
      wide: '75em',
      widest: '80em',
    });
  });
});

describe.each(Object.keys(schools) as (keyof typeof schools)[])('the look of %s', (school) => {
  describe.each(['light', 'dark'] as const)('by %s', (scheme) => {
    const variables = variablesOf(school, scheme);
    const value = (name: string) => variables[`--mantine-color-${name}`] ?? '';
    const { paper, sheet } = grounds[scheme];

    it('has texts that pass AA on the page and on what lies on it', () => {
      for (const name of ['text', 'dimmed', 'placeholder', 'anchor', 'error', 'success', 'primary-text']) {
        for (const ground of [paper, sheet]) {
          expect(contrast(value(name), ground), name).toBeGreaterThanOrEqual(readableContrast);
        }
      }
    });

    it('has words on every colour that pass AA', () => {
      for (const color of ['primary', 'button', 'book', 'red', 'green', 'yellow', 'blue', 'orange']) {
        const pairs = [
          [`${color}-contrast`, `${color}-filled`],
          [`${color}-light-color`, `${color}-light`],
          [`${color}-light-color`, `${color}-light-hover`],
        ] as const;
        for (const [text, ground] of pairs) {
          expect(contrast(value(text), value(ground)), text).toBeGreaterThanOrEqual(readableContrast);
        }
      }
    });

    it('shows where a field begins and where the keyboard is', () => {
      for (const edge of [variables['--field-border'] ?? '', value('primary-outline')]) {
        expect(contrast(edge, paper)).toBeGreaterThanOrEqual(edgeContrast);
        expect(contrast(edge, sheet)).toBeGreaterThanOrEqual(edgeContrast);
      }
    });
  });
});
