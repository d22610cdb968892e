import * as v from 'valibot';
import {
  colorFields,
  defaultColors,
  HexColor,
  type ColorField,
  type TenantColors,
} from '#contract/tenants/tenants.schema.ts';
import { mix, readableOn, turnHue } from '#src/lib/color.ts';
import { grounds } from '#src/lib/grounds.ts';

/** All colours of a school, made of one. */
export function colorsFrom(primary: string): TenantColors {
  const { paper } = grounds.light;
  const darker = mix(primary, '#000000', 0.26);
  return {
    ...defaultColors,
    primary_color: primary,
    primary_color_light: mix(primary, '#ffffff', 0.2),
    primary_color_dark: darker,
    bg_primary_color: mix(primary, '#ffffff', 0.74),
    bg_secondary_color: mix(primary, '#ffffff', 0.4),
    announcement_color: primary,
    button_color: turnHue(primary, 160),
    book_button_color: turnHue(primary, -80),
    text_primary_color: readableOn(paper, primary),
    text_secondary_color: readableOn(paper, darker),
  };
}

type Typed = Readonly<Record<ColorField, string>>;

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/**
 * The colours with another primary one. What was made of the one before, or was never chosen, is made of this one; what somebody chose
 * stays. While the primary colour is being typed, all others stay.
 */
export function withPrimary(primary: string, before: Typed): Record<ColorField, string> {
  const next = { ...before, primary_color: primary };
  if (!v.is(HexColor, primary)) return next;
  const isOwn = v.is(HexColor, before.primary_color);
  const old = isOwn ? colorsFrom(before.primary_color) : null;
  const made = colorsFrom(primary);
  for (const field of colorFields) {
    const value = before[field];
    const isUnchosen = isSame(value, defaultColors[field]) || (old !== null && isSame(value, old[field]));
    if (field !== 'primary_color' && isUnchosen) next[field] = made[field];
  }
  return next;
}

/** Of 256: what is less opaque counts as no part of the picture. */
const opaque = 128;
/** How far the strongest channel of a colour is above its weakest, at least: white, black and grey are no school's colour. */
const colourful = 40;
/** Channels are counted in steps of this: a photo has hardly two dots alike. */
const step = 32;

/** The colour that most of a picture has, of its dots as red, green, blue and opacity; null where it is black and white. */
export function mainColorOf(dots: ArrayLike<number>): string | null {
  const found = new Map<number, { count: number; sums: [number, number, number] }>();
  for (let place = 0; place + 3 < dots.length; place += 4) {
    const [red = 0, green = 0, blue = 0, opacity = 0] = [0, 1, 2, 3].map((part) => dots[place + part]);
    if (opacity < opaque || Math.max(red, green, blue) - Math.min(red, green, blue) < colourful) continue;
    const key = [red, green, blue].reduce((all, channel) => all * 256 + Math.floor(channel / step), 0);
    const { count, sums } = found.get(key) ?? { count: 0, sums: [0, 0, 0] };
    found.set(key, { count: count + 1, sums: [sums[0] + red, sums[1] + green, sums[2] + blue] });
  }
  const [most] = [...found.values()].toSorted((one, other) => other.count - one.count);
  if (!most) return null;
  const channel = (sum: number) =>
    Math.round(sum / most.count)
      .toString(16)
      .padStart(2, '0');
  return `#${most.sums.map(channel).join('')}`;
}
