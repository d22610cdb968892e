import sharp from 'sharp';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { shrinkPicture, UnreadablePictureError } from './shrink-picture.ts';
import { fileTroubles } from './unusable-file.ts';

const photograph = async () =>
  new Uint8Array(
    await sharp({ create: { width: 60, height: 40, channels: 3, background: '#285ac8' } })
      .jpeg()
      .toBuffer(),
  );

afterEach(() => vi.unstubAllGlobals());

describe('a picture that somebody chooses', () => {
  it('without its end is refused in words, before a browser draws the rest of it grey', async () => {
    const open = vi.fn();
    vi.stubGlobal('createImageBitmap', open);
    const bytes = await photograph();
    await expect(shrinkPicture(new Blob([bytes.slice(0, -150)]))).rejects.toThrow(fileTroubles.cut_off);
    expect(open).not.toHaveBeenCalled();
  });

  it.each([
    ['\0\0\0\u0018ftypheic\0\0\0\0mif1heic', fileTroubles.other_kind],
    ['II*\0\u0008\0\0\0', fileTroubles.other_kind],
  ])(
    'that this browser cannot open is named by its kind, whatever its name says: %j',
    async (head, words) => {
      vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('not decoded')));
      const bytes = Uint8Array.from(head.padEnd(424, '\0'), (sign) => sign.charCodeAt(0));
      await expect(shrinkPicture(new File([bytes], 'IMG_1.jpg', { type: 'image/jpeg' }))).rejects.toThrow(
        words,
      );
    },
  );

  it('that is none is no picture', async () => {
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('not decoded')));
    await expect(shrinkPicture(new Blob(['words and no picture at all, said of a file']))).rejects.toThrow(
      UnreadablePictureError,
    );
  });
});
