import pLimit from 'p-limit';
import sharp from 'sharp';

/** Pixels of a side. */
const side = 512;
/** Enough for the camera of a telephone; what unpacks to more is not unpacked. */
const mostPixels = 50_000_000;
const seconds = 10;

// Each takes a core and some tens of megabytes while it runs.
const queue = pLimit(2);

/** What is sent is no picture, is of another kind than it says, or is larger than any camera makes it. */
export class UnreadablePictureError extends Error {
  override readonly name = 'UnreadablePictureError';
}

const text = (bytes: Uint8Array, from: number, to: number) =>
  Buffer.from(bytes.subarray(from, to)).toString('latin1');

/** By its first bytes, since a name and a type are only what the sender says; SVG and the like are never given to a reader. */
function isPhotograph(bytes: Uint8Array): boolean {
  const isJpeg = bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;
  const isPng = text(bytes, 0, 8) === '\u0089PNG\r\n\u001a\n';
  const isWebp = text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP';
  return isJpeg || isPng || isWebp;
}

/**
 * The picture of a person: made anew from the pixels, so that nothing else of what was sent is kept (no place, no camera, no
 * file hidden behind it); square, upright, WebP.
 * @throws UnreadablePictureError
 */
export async function personPicture(bytes: Uint8Array): Promise<Buffer> {
  if (!isPhotograph(bytes)) throw new UnreadablePictureError('This is not a JPEG, PNG or WebP picture');
  return await queue(async () => {
    try {
      return await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 })
        .timeout({ seconds })
        .autoOrient()
        .resize(side, side, { fit: 'cover', position: 'centre' })
        .flatten({ background: '#ffffff' })
        .webp({ quality: 82 })
        .toBuffer();
    } catch (error) {
      throw new UnreadablePictureError(error instanceof Error ? error.message : String(error));
    }
  });
}

/**
 * A sheet that somebody photographed or drew, to be printed: made anew from the pixels like the picture of a person, whole and
 * upright, and no larger than it has to be.
 * @throws UnreadablePictureError
 */
export async function sheetPicture(
  bytes: Uint8Array,
  { type, side: longest }: { type: 'image/jpeg' | 'image/png'; side: number },
): Promise<Buffer> {
  if (!isPhotograph(bytes)) throw new UnreadablePictureError('This is not a JPEG, PNG or WebP picture');
  return await queue(async () => {
    try {
      const sheet = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 })
        .timeout({ seconds })
        .autoOrient()
        .resize(longest, longest, { fit: 'inside', withoutEnlargement: true });
      return await (type === 'image/png' ? sheet.png() : sheet.jpeg({ quality: 88 })).toBuffer();
    } catch (error) {
      throw new UnreadablePictureError(error instanceof Error ? error.message : String(error));
    }
  });
}

/**
 * Reads every pixel of a picture that is kept as it was sent, to see that there are no more than that and that all are there.
 * @throws UnreadablePictureError
 */
export async function measurePicture(
  bytes: Uint8Array,
  longestSide: number,
): Promise<{ width: number; height: number }> {
  if (!isPhotograph(bytes)) throw new UnreadablePictureError('This is not a JPEG, PNG or WebP picture');
  return await queue(async () => {
    try {
      const picture = sharp(bytes, { limitInputPixels: longestSide ** 2, failOn: 'error', pages: 1 });
      const { info } = await picture.timeout({ seconds }).raw().toBuffer({ resolveWithObject: true });
      const { width, height } = info;
      if (Math.max(width, height) > longestSide) throw new UnreadablePictureError('This picture is too wide');
      return { width, height };
    } catch (error) {
      if (error instanceof UnreadablePictureError) throw error;
      throw new UnreadablePictureError(error instanceof Error ? error.message : String(error));
    }
  });
}
