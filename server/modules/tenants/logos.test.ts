import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { PictureWorkers, UnreadablePictureError } from '#server/platform/picture-workers.ts';
import { drawLogo, hashInFile, logoFile } from './logos.ts';

const workers = new PictureWorkers({ waitMs: 60_000, answerMs: 60_000 });
afterAll(() => workers.close());

const sent = (bytes: Uint8Array) => ({
  bytes,
  workers,
  sender: { tenantId: 'a school', signal: new AbortController().signal },
});

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 30, g: 90, b: 60, alpha: 0.5 } } });

const drawing = (inside: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 40 20">${inside}</svg>`,
  );

async function measured(bytes: Uint8Array) {
  const { format, width, height, hasAlpha } = await sharp((await drawLogo(sent(bytes))).content).metadata();
  return { format, width, height, hasAlpha };
}

/** Red, green, blue and how opaque it is, in the middle. */
async function middleOf(bytes: Uint8Array): Promise<number[]> {
  const { data, info } = await sharp((await drawLogo(sent(bytes))).content)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * 4;
  return [...data.subarray(at, at + 4)];
}

describe('a logo', () => {
  it('is drawn anew to fit, with what one can see through', async () => {
    expect(await measured(await picture(2000, 500).png().toBuffer())).toEqual({
      format: 'webp',
      width: 512,
      height: 128,
      hasAlpha: true,
    });
    expect(await measured(await picture(60, 40).jpeg().toBuffer())).toMatchObject({ width: 60, height: 40 });
    expect(await measured(drawing('<rect width="40" height="20" fill="red"/>'))).toMatchObject({
      width: 512,
      height: 256,
    });
  });

  it('keeps nothing of a photograph but what one sees', async () => {
    const photograph = await picture(80, 40)
      .jpeg()
      .withExif({ IFD0: { Artist: 'Canary' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .toBuffer();
    expect(photograph.includes('Canary')).toBe(true);
    const { content } = await drawLogo(sent(photograph));
    expect(content.includes('Canary')).toBe(false);
    expect((await sharp(content).metadata()).exif).toBeUndefined();
  });

  it.each([
    ['a file of the server', '<image xlink:href="file:///proc/self/environ" width="40" height="20"/>'],
    ['a picture of another site', '<image href="http://127.0.0.1:9/x.png" width="40" height="20"/>'],
  ])('fetches no %s', async (_what, inside) => {
    const [red, green, blue] = await middleOf(
      drawing(`<rect width="40" height="20" fill="#102030"/>${inside}`),
    );
    expect(
      [red, green, blue].map((channel, place) => Math.abs((channel ?? 0) - [16, 32, 48][place]!) < 6),
    ).toEqual([true, true, true]);
  });

  it('runs no script of a drawing, for none of it is kept', async () => {
    const { content } = await drawLogo(
      sent(drawing('<script>alert(1)</script><rect width="40" height="20" onclick="alert(1)"/>')),
    );
    expect(content.includes('alert')).toBe(false);
  });

  it.each([
    ['a GIF', () => picture(4, 4).gif().toBuffer()],
    ['a WebP', () => picture(4, 4).webp().toBuffer()],
    ['a text', async () => Buffer.from('hello')],
    ['a web page', async () => Buffer.from('<!doctype html><svg></svg>')],
    ['half a picture', async () => (await picture(400, 400).png().toBuffer()).subarray(0, 300)],
    [
      'more pixels than any camera makes',
      () =>
        sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#fff' } })
          .png({ compressionLevel: 9 })
          .toBuffer(),
    ],
    [
      'a drawing that unfolds for ever',
      async () =>
        Buffer.from(
          `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">${'bcdefghij'
            .split('')
            .map((name, index) => `<!ENTITY ${name} "${`&${'abcdefghij'.charAt(index)};`.repeat(10)}">`)
            .join('')}]><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text>&j;</text></svg>`,
        ),
    ],
  ])('is not %s', async (_what, make) => {
    await expect(drawLogo(sent(await make()))).rejects.toThrow(UnreadablePictureError);
  });

  it('is found by the hash in its name, and by nothing else', async () => {
    const { hash } = await drawLogo(sent(await picture(4, 4).png().toBuffer()));
    expect(hashInFile(logoFile(hash))).toEqual(hash);
    expect(hashInFile('logo-.webp')).toBeNull();
    expect(hashInFile('icon-192.png')).toBeNull();
    expect(hashInFile(`logo-${'A'.repeat(64)}.webp`)).toBeNull();
  });
});
