import sharp, { type Sharp } from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { PictureWorkers, UnreadablePictureError } from './picture-workers.ts';
import { measurePicture, personPicture, sheetPicture } from './pictures.ts';

// How long a picture waits is tested by itself: a busy machine starts a worker late.
const workers = new PictureWorkers({ waitMs: 60_000, answerMs: 60_000 });
const sender = { tenantId: 'a', signal: new AbortController().signal };
afterAll(() => workers.close());

const blue = { r: 40, g: 90, b: 200 };
const plain = (): Sharp => sharp({ create: { width: 60, height: 40, channels: 3, background: blue } });
const bytesOf = async (picture: Sharp) => new Uint8Array(await picture.toBuffer());
/** As a telephone begins one: a box that names its brand, and no more. */
const heic = () =>
  Promise.resolve(
    new Uint8Array(Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic'.padEnd(424, '\0'), 'latin1')),
  );

const taken: readonly (readonly [string, () => Promise<Uint8Array>])[] = [
  ['a JPEG', () => bytesOf(plain().jpeg())],
  ['a JPEG in CMYK', () => bytesOf(plain().toColourspace('cmyk').jpeg({ quality: 95 }))],
  ['a grey JPEG', () => bytesOf(plain().toColourspace('b-w').jpeg())],
  ['a PNG of 16 bits', () => bytesOf(plain().toColourspace('rgb16').png())],
  ['a PNG with a palette', () => bytesOf(plain().png({ palette: true }))],
  ['a WebP', () => bytesOf(plain().webp())],
  ['a turned JPEG', () => bytesOf(plain().withMetadata({ orientation: 6 }).jpeg())],
  ['a picture of one pixel', () => bytesOf(plain().resize(1, 1).png())],
  ['a panorama', () => bytesOf(plain().resize(6000, 150, { fit: 'fill' }).jpeg())],
];

const refused: readonly (readonly [string, () => Promise<Uint8Array>])[] = [
  ['HEIC under any name', heic],
  ['TIFF', () => bytesOf(plain().tiff())],
  ['AVIF', () => bytesOf(plain().avif())],
  ['GIF', () => bytesOf(plain().gif())],
  ['a JPEG without its end', async () => (await bytesOf(plain().jpeg())).slice(0, -200)],
  [
    'a PNG without its end',
    async () => (await bytesOf(plain().png({ compressionLevel: 0 }))).slice(0, -2000),
  ],
  ['a WebP without its end', async () => (await bytesOf(plain().webp())).slice(0, -20)],
  ['nothing', () => Promise.resolve(new Uint8Array())],
];

/** The colour in the middle. */
async function middleOf(picture: Buffer) {
  const { data, info } = await sharp(picture)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels;
  return { r: data[at] ?? 0, g: data[at + 1] ?? 0, b: data[at + 2] ?? 0 };
}

const isNear = (colour: typeof blue, wanted: typeof blue) =>
  (['r', 'g', 'b'] as const).every((part) => Math.abs(colour[part] - wanted[part]) < 45);

describe('a picture that somebody sends', () => {
  it.each(taken)('is taken in its own colours: %s', async (what, bytes) => {
    const sent = { bytes: await bytes(), sender, workers };
    const drawn = [
      await personPicture(sent),
      await sheetPicture(sent, { type: 'image/jpeg', side: 400 }),
      await sheetPicture(sent, { type: 'image/png', side: 400 }),
    ];
    for (const picture of drawn) {
      const { space, channels } = await sharp(picture).metadata();
      expect(['srgb', 'b-w', 'rgb16']).toContain(space);
      expect(channels).toBeLessThanOrEqual(3);
      if (what !== 'a grey JPEG') expect(isNear(await middleOf(picture), blue)).toBe(true);
    }
    expect(await measurePicture(sent, 8000)).toMatchObject({ width: expect.any(Number) as number });
  });

  it.each(refused)('is refused: %s', async (_what, bytes) => {
    const sent = { bytes: await bytes(), sender, workers };
    await expect(personPicture(sent)).rejects.toThrow(UnreadablePictureError);
    await expect(sheetPicture(sent, { type: 'image/png', side: 400 })).rejects.toThrow(
      UnreadablePictureError,
    );
    await expect(measurePicture(sent, 4000)).rejects.toThrow(UnreadablePictureError);
  });
});
