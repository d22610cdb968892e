import { describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { contrast, readableContrast } from '#contract/kit/contrast.ts';
import { colorFields, defaultColors, HexColor } from '#contract/tenants/tenants.schema.ts';
import { grounds } from '#src/lib/grounds.ts';
import { colorsFrom, mainColorOf, withPrimary } from './derived-colors.rules.ts';

describe('all colours of a school, made of one', () => {
  it.each(['#7a1f4b', '#04abf6', '#ffee00', '#000000', '#ffffff', '#808080'])(
    'can be saved: %s',
    (primary) => {
      const made = colorsFrom(primary);
      for (const field of colorFields) expect(v.is(HexColor, made[field]), field).toBe(true);
      expect(made.primary_color).toBe(primary);
      expect(contrast(made.text_primary_color, grounds.light.paper)).toBeGreaterThanOrEqual(readableContrast);
    },
  );
});

describe('another primary colour', () => {
  it('takes along what nobody chose, and goes on doing so', () => {
    const first = withPrimary('#7a1f4b', defaultColors);
    expect(first).toEqual(colorsFrom('#7a1f4b'));
    expect(withPrimary('#04abf6', first)).toEqual(colorsFrom('#04abf6'));
  });

  it('leaves what somebody chose', () => {
    const chosen = { ...withPrimary('#7a1f4b', defaultColors), button_color: '#123456' };
    expect(withPrimary('#04abf6', chosen)).toEqual({ ...colorsFrom('#04abf6'), button_color: '#123456' });
  });

  it('changes no other while it is being typed', () => {
    const first = withPrimary('#7a1f4b', defaultColors);
    expect(withPrimary('#7a1', first)).toEqual({ ...first, primary_color: '#7a1' });
  });
});

describe('the colour of a logo', () => {
  const dots = (...colors: readonly (readonly [number, number, number, number])[]) => colors.flat();

  it('is that of most of its dots, whatever lies around it', () => {
    const [white, clear] = [
      [255, 255, 255, 255],
      [255, 0, 0, 0],
    ] as const;
    const picture = dots(
      white,
      white,
      white,
      clear,
      [192, 32, 64, 255],
      [196, 34, 66, 255],
      [0, 0, 255, 255],
    );
    expect(mainColorOf(picture)).toBe('#c22141');
  });

  it('is none where it is black and white', () => {
    expect(mainColorOf(dots([0, 0, 0, 255], [255, 255, 255, 255], [120, 120, 126, 255]))).toBeNull();
  });
});
