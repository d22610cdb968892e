import { contentOf, type SentPicture } from '#server/platform/pictures.ts';
import { sha256 } from '#server/platform/sha256.ts';

/** Pixels that a logo is at most wide and high: twice of what any page shows. */
const room = { width: 512, height: 256 };
/** What unpacks to more is not unpacked. */
const mostPixels = 50_000_000;

/**
 * The logo drawn anew, as WebP: of what was sent nothing is kept but its pixels, so that no SVG of somebody else's is ever
 * served, and no photograph says where it was taken. What an SVG would fetch from elsewhere is not fetched.
 * @throws UnreadablePictureError, or as `PictureWorkers.draw`
 */
export async function drawLogo({
  bytes,
  sender,
  workers,
}: SentPicture): Promise<{ content: Buffer; hash: Buffer }> {
  const content = contentOf(
    await workers.draw(
      {
        bytes,
        pixels: mostPixels,
        formats: ['jpeg', 'png', 'svg'],
        // A picture is not blown up.
        resize: { ...room, fit: 'inside', withoutEnlargement: true },
        output: 'webp',
        options: { quality: 90 },
      },
      sender,
    ),
  );
  return { content, hash: sha256(content) };
}

const shape = /^logo-([\da-f]{64})\.webp$/u;

/** The name of the file under which it is served. */
export function logoFile(hash: Buffer): string {
  return `logo-${hash.toString('hex')}.webp`;
}

/** Null for what is no such name. */
export function hashInFile(file: string): Buffer | null {
  const digits = shape.exec(file)?.[1];
  return digits === undefined ? null : Buffer.from(digits, 'hex');
}
