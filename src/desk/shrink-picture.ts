import { isCutOff, isOfCameras } from '#contract/kit/picture-kind.ts';
import { barePicture, type BarePicture } from '#contract/works/picture-bytes.rules.ts';
import { pictureLimits } from '#contract/works/picture-limits.schema.ts';
import { fileLimits } from './file-limits.ts';
import { sizeInHeader } from './picture-size.rules.ts';
import { UnusableFileError } from './unusable-file.ts';

/** Of JPEG. Beyond the first a picture is made smaller where it has more bytes than `enough`. */
const qualities = [0.85, 0.7, 0.5] as const;
const enough = 700_000;

/** What was chosen is no picture, or of a kind that this browser cannot read. */
export class UnreadablePictureError extends Error {
  override readonly name = 'UnreadablePictureError';
}

/** Before a browser opens it: a file of some kilobytes can be a picture that takes all memory. @throws UnusableFileError */
export async function checkPicture(file: Blob): Promise<void> {
  if (file.size > fileLimits.pictureBytes) throw new UnusableFileError('too_large');
  const sizeWithin = async (bytes: number) =>
    sizeInHeader(new Uint8Array(await file.slice(0, bytes).arrayBuffer()));
  // As a rule it stands in front. Behind much else it stands where somebody put it there.
  const size = (await sizeWithin(1_000_000)) ?? (await sizeWithin(file.size));
  if (size && size.width * size.height > fileLimits.pixels) throw new UnusableFileError('too_many_pixels');
}

/** The size of a picture whose longer side is as long as it may be. */
export function fittingSize({ width, height }: { width: number; height: number }) {
  const scale = Math.min(1, pictureLimits.side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * A photograph as it is kept and sent: upright, not too large, and without all that a camera writes beside it.
 * @throws UnreadablePictureError, UnusableFileError
 */
export async function shrinkPicture(file: Blob): Promise<BarePicture> {
  await checkPicture(file);
  const image = await decode(file);
  try {
    const canvas = Object.assign(document.createElement('canvas'), fittingSize(image));
    const context = canvas.getContext('2d');
    if (!context) throw new UnreadablePictureError('This browser gives no canvas');
    // What is transparent would be black in a JPEG.
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await jpegOfCanvas(canvas);
  } finally {
    image.close();
  }
}

/** A JPEG with few enough bytes. @throws UnreadablePictureError */
export async function jpegOfCanvas(canvas: HTMLCanvasElement): Promise<BarePicture> {
  let smallest: BarePicture | null = null;
  for (const quality of qualities) {
    smallest = await pictureOfCanvas(canvas, 'image/jpeg', quality);
    if (smallest.bytes.length <= enough) break;
  }
  if (!smallest) throw new UnreadablePictureError('No picture was made');
  return smallest;
}

async function decode(file: Blob): Promise<ImageBitmap> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  // Browsers draw what is there of it, and the rest grey.
  if (isCutOff(bytes)) throw new UnusableFileError('cut_off');
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch (error) {
    // Some browsers can open these, so it is tried first.
    if (isOfCameras(bytes)) throw new UnusableFileError('other_kind', error);
    throw new UnreadablePictureError('This is no picture that this browser can read', { cause: error });
  }
}

/** @throws UnreadablePictureError */
export async function pictureOfCanvas(
  canvas: HTMLCanvasElement,
  type: BarePicture['media_type'],
  quality?: number,
): Promise<BarePicture> {
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, type, quality);
  });
  const picture = blob && barePicture(new Uint8Array(await blob.arrayBuffer()));
  if (!picture) throw new UnreadablePictureError('The canvas gave no picture');
  return picture;
}
