import { describe, expect, it } from 'vitest';
import { colorFields, defaultColors } from '#contract/tenants/tenants.schema.ts';
import { contrast, readableContrast } from '#contract/kit/contrast.ts';
import { grounds } from './grounds.ts';
import { tenantStyleSheet } from './tenant-colors.ts';

const [day = '', night = ''] = tenantStyleSheet(defaultColors).split('\n');

function valueIn(sheet: string, variable: string): string {
  return new RegExp(`--${variable}:(#[0-9a-fA-F]{6})`, 'u').exec(sheet)?.[1] ?? '';
}

describe('the style sheet of a tenant', () => {
  it('has every colour field to the letter', () => {
    for (const field of colorFields) expect(day).toContain(`--${field}:${defaultColors[field]}`);
  });

  it('has a foreground for each that passes AA', () => {
    for (const field of colorFields) {
      expect(contrast(valueIn(day, `on_${field}`), defaultColors[field])).toBeGreaterThanOrEqual(
        readableContrast,
      );
    }
  });

  it('has each as a colour of text that passes AA on the page and on what lies on it, by day and at night', () => {
    for (const field of colorFields) {
      for (const [sheet, { paper, sheet: card }] of [
        [day, grounds.light],
        [night, grounds.dark],
      ] as const) {
        const text = valueIn(sheet, `readable_${field}`);
        expect(contrast(text, paper)).toBeGreaterThanOrEqual(readableContrast);
        expect(contrast(text, card)).toBeGreaterThanOrEqual(readableContrast);
      }
    }
  });

  it('takes a colour field that nobody knew of', () => {
    expect(tenantStyleSheet({ ribbon_color: '#aa0011' })).toContain('--ribbon_color:#aa0011');
  });

  it('lets nothing through that is not a colour', () => {
    const sheet = tenantStyleSheet({
      primary_color: 'red;} body{display:none',
      'x}color': '#aa0011',
      button_color: null,
      school_name: '#aa0011',
    });
    expect(sheet).not.toMatch(/red|aa0011|button|school/u);
  });
});
