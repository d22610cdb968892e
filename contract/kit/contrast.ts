/** Contrast of `#rrggbb` texts, as WCAG 2.2 counts it. Pages and e-mails are readable by the same rule. */

export type Triple = readonly [number, number, number];

const byte = 255;

/** @throws RangeError for anything but `#rrggbb` */
function parse(hex: string): Triple {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/iu.exec(hex);
  if (!match) throw new RangeError(`${hex} is not a colour of the form #rrggbb`);
  const [, red = '', green = '', blue = ''] = match;
  return [parseInt(red, 16) / byte, parseInt(green, 16) / byte, parseInt(blue, 16) / byte];
}

function toLinear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

/** Its red, green and blue from 0 to 1, in linear light. */
export function linear(hex: string): Triple {
  const [red, green, blue] = parse(hex);
  return [toLinear(red), toLinear(green), toLinear(blue)];
}

/** From 0 for black to 1 for white. */
export function luminance(hex: string): number {
  const [red, green, blue] = linear(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** From 1 for two equal colours to 21 for black and white. */
export function contrast(one: string, other: string): number {
  const [lighter, darker] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

/** What WCAG 2.2 AA asks of text. */
export const readableContrast = 4.5;

/** Black or white, whichever can be read better on the colour. One of them always passes AA. */
export function foregroundOn(background: string): '#000000' | '#ffffff' {
  return contrast('#000000', background) >= contrast('#ffffff', background) ? '#000000' : '#ffffff';
}
