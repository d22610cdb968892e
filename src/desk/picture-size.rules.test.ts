import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { sizeInHeader } from './picture-size.rules.ts';

const size = { width: 301, height: 47 };
const drawn = () => sharp({ create: { ...size, channels: 3, background: '#2f9e44' } });

describe('the size that a picture says of itself', () => {
  it.each([
    ['PNG', () => drawn().png()],
    ['JPEG', () => drawn().jpeg()],
    [
      'JPEG with much before its pixels',
      () => drawn().withMetadata({ orientation: 6 }).jpeg({ progressive: true }),
    ],
    ['GIF', () => drawn().gif()],
    ['GIF that moves', () => drawn().gif({ loop: 0, delay: 100 })],
    ['AVIF', () => drawn().avif({ effort: 0 })],
    ['WebP', () => drawn().webp()],
    ['WebP without loss', () => drawn().webp({ lossless: true })],
    ['WebP with more', () => drawn().withMetadata({ orientation: 6 }).webp()],
  ])('is read of %s', async (_kind, make) => {
    expect(sizeInHeader(await make().toBuffer())).toEqual(size);
  });

  it('is read of a file that says more than it has', async () => {
    const bytes = await drawn().png().toBuffer();
    bytes.writeUInt32BE(2 ** 31 - 1, 16);
    expect(sizeInHeader(bytes)).toEqual({ width: 2 ** 31 - 1, height: 47 });
  });

  it('is that of the first picture of a GIF whose screen is smaller', async () => {
    const bytes = await drawn().gif().toBuffer();
    bytes.writeUInt16LE(1, 6);
    bytes.writeUInt16LE(1, 8);
    expect(sizeInHeader(bytes)).toEqual(size);
  });

  it('is the largest that an AVIF tells of', async () => {
    const bytes = await drawn().avif({ effort: 0 }).toBuffer();
    bytes.writeUInt32BE(60_000, bytes.indexOf('ispe') + 8);
    const more = Buffer.concat([bytes, Buffer.from('ispe0000'), Buffer.from([0, 0, 0, 9, 0, 0, 0xff, 0xff])]);
    expect(sizeInHeader(more)).toEqual({ width: 60_000, height: 0xffff });
  });

  it('is not known of anything else, nor of what is cut off', async () => {
    const jpeg = await drawn().jpeg().toBuffer();
    for (const bytes of [
      Buffer.alloc(0),
      Buffer.from('%PDF-1.7 and some more bytes than there are in a header'),
      jpeg.subarray(0, 40),
      Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(200, 0xff)]),
    ])
      expect(sizeInHeader(bytes)).toBeNull();
  });
});
