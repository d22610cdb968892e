import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { barePicture } from './picture-bytes.rules.ts';

const pixels = (colour: string) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: colour } });

const place = {
  exif: { IFD0: { Copyright: 'Zoe Fern' }, IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' } },
};

const raw = (bytes: Uint8Array) => sharp(bytes).raw().toBuffer();

describe('a picture with nothing but its pixels', () => {
  it.each(['jpeg', 'png'] as const)('loses place and name, and keeps every pixel of a %s', async (format) => {
    const sent = await pixels('teal').withMetadata(place).toFormat(format).toBuffer();
    expect((await sharp(sent).metadata()).exif).toBeDefined();
    const bare = barePicture(sent);
    expect(bare?.media_type).toBe(`image/${format}`);
    expect(Buffer.from(bare?.bytes ?? []).includes('Zoe Fern')).toBe(false);
    const { exif, icc, xmp, iptc } = await sharp(bare?.bytes).metadata();
    expect({ exif, icc, xmp, iptc }).toEqual({});
    expect(await raw(bare?.bytes ?? sent)).toEqual(await raw(sent));
  });

  it('is what it is already once it is so', async () => {
    for (const sent of [
      await pixels('teal').jpeg({ progressive: true }).toBuffer(),
      await pixels('teal').png({ palette: true }).toBuffer(),
    ]) {
      const once = barePicture(sent);
      expect(barePicture(once?.bytes ?? new Uint8Array())?.bytes).toEqual(once?.bytes);
    }
  });

  it.each(['jpeg', 'png'] as const)('loses what is hidden behind a %s', async (format) => {
    const sent = await pixels('teal').toFormat(format).toBuffer();
    const hidden = Buffer.concat([sent, Buffer.from('<script>alert(1)</script>')]);
    expect(barePicture(hidden)?.bytes).toEqual(barePicture(sent)?.bytes);
  });

  it('is none where it is cut off, or something else', async () => {
    const jpeg = await pixels('teal').jpeg().toBuffer();
    const png = await pixels('teal').png().toBuffer();
    for (const bytes of [
      jpeg.subarray(0, -2),
      jpeg.subarray(0, 30),
      png.subarray(0, -5),
      Buffer.concat([png.subarray(0, 8), Buffer.from([0xff, 0xff, 0xff, 0xff, 0x49, 0x48, 0x44, 0x52])]),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      Buffer.from([0xff, 0xd8]),
      Buffer.alloc(0),
      await pixels('teal').webp().toBuffer(),
    ])
      expect(barePicture(bytes)).toBeNull();
  });
});
