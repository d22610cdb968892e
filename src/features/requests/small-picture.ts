import { isCutOff, unreadableWords } from '#contract/kit/picture-kind.ts';
import { requestLimits } from '#contract/requests/requests.schema.ts';

/** Bytes of a file that is opened at all. */
const mostBytes = 25 * 1024 * 1024;
/** Longer sides in pixels and qualities, the best first: most screenshots fit at once. */
const tries = [
  [requestLimits.pictureSide, 0.85],
  [1200, 0.75],
  [800, 0.6],
] as const;

/** What was chosen cannot be sent; the message says why, to who chose it. */
export class UnusablePictureError extends Error {
  override readonly name = 'UnusablePictureError';
}

const noPicture = 'This picture cannot be opened here. Please choose a JPEG or PNG picture.';

function drawn(image: ImageBitmap, longest: number, quality: number): string {
  const scale = Math.min(1, longest / Math.max(image.width, image.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(image.width * scale));
  canvas.height = Math.max(1, Math.round(image.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new UnusablePictureError(noPicture);
  // What is transparent would be black in a JPEG.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/jpeg', quality);
}

/**
 * A picture as it is sent with a message: small enough for any network, and without what a camera wrote into the file.
 * @returns `data:image/jpeg;base64,…`
 * @throws UnusablePictureError
 */
export async function smallPicture(file: File): Promise<string> {
  if (file.size > mostBytes)
    throw new UnusablePictureError('This file is too large. A picture may have 25 MB.');
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (isCutOff(bytes)) throw new UnusablePictureError(unreadableWords(bytes, 'JPEG or PNG') ?? noPicture);
  const image = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch((error: unknown) => {
    throw new UnusablePictureError(unreadableWords(bytes, 'JPEG or PNG') ?? noPicture, { cause: error });
  });
  try {
    for (const [longest, quality] of tries) {
      const text = drawn(image, longest, quality);
      if (text.length <= requestLimits.picture) return text;
    }
    throw new UnusablePictureError(noPicture);
  } finally {
    image.close();
  }
}
