import sharp from 'sharp';
import { describe, expect, it } from 'vitest';

import { appIconSvg } from './tenant-icon.ts';

const colors = { background: '#11365a', foreground: '#fefefe', accent: '#e97398' };

type Pixel = readonly [red: number, green: number, blue: number, alpha: number];

/** Draws the icon as a server would, 512 by 512, and answers the pixel at x, y. sharp refuses malformed SVG. */
async function drawn(svg: string): Promise<(x: number, y: number) => Pixel> {
  const { data, info } = await sharp(Buffer.from(svg))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([512, 512]);
  return (x, y) => {
    const [red = -1, green = -1, blue = -1, alpha = -1] = data.subarray((y * 512 + x) * 4);
    return [red, green, blue, alpha];
  };
}

const background: Pixel = [0x11, 0x36, 0x5a, 255];

describe('the app icon of a school', () => {
  it.each([true, false])('is drawn in the three colours of the school (maskable: %s)', async (maskable) => {
    const pixel = await drawn(appIconSvg({ ...colors, maskable }));
    const seen = new Set<string>();
    for (let y = 0; y < 512; y += 2) {
      for (let x = 0; x < 512; x += 2) {
        seen.add(pixel(x, y).join(' '));
      }
    }
    expect(seen).toContain(background.join(' '));
    expect(seen).toContain('254 254 254 255');
    expect(seen).toContain('233 115 152 255');
  });

  it('has round corners with nothing behind them', async () => {
    const pixel = await drawn(appIconSvg({ ...colors, maskable: false }));
    for (const [x, y] of [
      [0, 0],
      [511, 0],
      [0, 511],
      [511, 511],
    ] as const) {
      expect(pixel(x, y)[3]).toBe(0);
    }
    expect(pixel(256, 4)).toEqual(background);
  });

  it('fills every edge when the system crops it, and keeps the drawing within the inner 80 %', async () => {
    const pixel = await drawn(appIconSvg({ ...colors, maskable: true }));
    const outside = new Set<string>();
    for (let y = 0; y < 512; y += 1) {
      for (let x = 0; x < 512; x += 1) {
        if (Math.hypot(x - 255.5, y - 255.5) > 0.4 * 512) {
          outside.add(pixel(x, y).join(' '));
        }
      }
    }
    expect([...outside]).toEqual([background.join(' ')]);
  });

  it('holds no text, for a server has no fonts', () => {
    expect(appIconSvg({ ...colors, maskable: false })).not.toContain('<text');
  });

  it('stays well-formed whatever stands in a colour', async () => {
    const svg = appIconSvg({ ...colors, accent: '"/><script>&', maskable: false });
    expect(svg).not.toContain('<script');
    await drawn(svg);
  });
});
