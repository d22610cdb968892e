/** Colour maths on `#rrggbb` texts. Shades are mixed in OKLab, where steps look even. */

import { contrast, foregroundOn, linear, readableContrast, type Triple } from '#contract/kit/contrast.ts';

const byte = 255;

function format(channels: Triple): string {
  const text = (channel: number) =>
    Math.round(Math.min(1, Math.max(0, channel)) * byte)
      .toString(16)
      .padStart(2, '0');
  return `#${channels.map(text).join('')}`;
}

function fromLinear(channel: number): number {
  return channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055;
}

/** @see https://bottosson.github.io/posts/oklab/ */
function toOklab(hex: string): Triple {
  const [red, green, blue] = linear(hex);
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
  ];
}

function fromOklab([lightness, a, b]: Triple): string {
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return format([
    fromLinear(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
    fromLinear(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
    fromLinear(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short),
  ]);
}

/** The colour with `share` (0 to 1) of the other mixed in. */
export function mix(color: string, other: string, share: number): string {
  const [from, to] = [toOklab(color), toOklab(other)];
  const at = (index: 0 | 1 | 2) => from[index] + (to[index] - from[index]) * share;
  return fromOklab([at(0), at(1), at(2)]);
}

/** As light and as strong a colour, so many degrees further around the wheel. */
export function turnHue(color: string, degrees: number): string {
  const [lightness, a, b] = toOklab(color);
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return fromOklab([lightness, a * cos - b * sin, a * sin + b * cos]);
}

/** The colour itself where it can be read on the paper, else as little darker or lighter as reading needs. */
export function readableOn(paper: string, color: string, least = readableContrast): string {
  if (contrast(color, paper) >= least) return color.toLowerCase();
  const end = foregroundOn(paper);
  let tooLittle = 0;
  let enough = 1;
  // Twelve halvings are finer than one step of an eight-bit channel.
  for (let round = 0; round < 12; round += 1) {
    const share = (tooLittle + enough) / 2;
    if (contrast(mix(color, end, share), paper) >= least) enough = share;
    else tooLittle = share;
  }
  return mix(color, end, enough);
}

export type Shades = readonly [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
];

/** Index of the colour itself among its shades. */
export const ownShade = 6;

/** Ten shades from a tint that is nearly white to one that is nearly black, the colour itself at `ownShade`. */
export function shadesOf(color: string): Shades {
  const tint = (share: number) => mix(color, '#ffffff', share);
  const tone = (share: number) => mix(color, '#000000', share);
  return [
    tint(0.94),
    tint(0.87),
    tint(0.74),
    tint(0.58),
    tint(0.4),
    tint(0.2),
    color.toLowerCase(),
    tone(0.12),
    tone(0.26),
    tone(0.42),
  ];
}
