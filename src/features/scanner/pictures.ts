import { codesThatCount, readLoginCard } from '#src/lib/login-card.ts';
import type { CodeReader } from './code-reader.ts';
import { middleSquare, within } from './picture-size.rules.ts';

/** Pixels along one edge of what is read of a video. */
const videoEdge = 1080;
/** Of a photo, first as it is quickest, and then with all that a small code may need. */
const photoEdges = [1200, 2600] as const;

/** What the preview shows at this moment; null while the camera has given nothing yet. */
export async function pictureOf(video: HTMLVideoElement): Promise<ImageBitmap | null> {
  if (video.readyState < video.HAVE_CURRENT_DATA || video.videoWidth === 0) return null;
  const { x, y, edge } = middleSquare({ width: video.videoWidth, height: video.videoHeight });
  const { width, height } = within(videoEdge, { width: edge, height: edge });
  return await createImageBitmap(video, x, y, edge, edge, {
    resizeWidth: width,
    resizeHeight: height,
    resizeQuality: 'medium',
  });
}

/** The file is no picture that this browser can open. */
export class NoPictureError extends Error {
  constructor(cause: unknown) {
    super('The file is no picture that this browser can open', { cause });
    this.name = 'NoPictureError';
  }
}

/**
 * Looks closer where no login card was found yet: a large poster is read before a small card.
 * @returns the texts of the codes in the photo that count
 * @throws NoPictureError, and what the reader throws
 */
export async function readPhoto(photo: Blob, reader: CodeReader): Promise<readonly string[]> {
  const address = URL.createObjectURL(photo);
  try {
    // An image, because browsers decode one in the size that it is needed in. A photo of 50 megapixels is 200 MB otherwise.
    const image = new Image();
    image.src = address;
    await image.decode().catch((error: unknown) => {
      throw new NoPictureError(error);
    });
    const size = { width: image.naturalWidth, height: image.naturalHeight };
    let found: readonly string[] = [];
    for (const longest of photoEdges) {
      const { width, height } = within(longest, size);
      const picture = await createImageBitmap(image, {
        resizeWidth: width,
        resizeHeight: height,
        resizeQuality: 'high',
      });
      try {
        const texts = codesThatCount(await reader.read(picture));
        if (texts.some((text) => readLoginCard(text) !== null)) return texts;
        if (texts.length > 0) found = texts;
      } finally {
        picture.close();
      }
      if (Math.max(size.width, size.height) <= longest) break;
    }
    return found;
  } finally {
    URL.revokeObjectURL(address);
  }
}
