import pLimit from 'p-limit';
import sharp from 'sharp';
import { sha256 } from '#server/platform/sha256.ts';

/** Pixels that a logo is at most wide and high: twice of what any page shows. */
const room = { width: 512, height: 256 };
/** What unpacks to more is not unpacked. */
const mostPixels = 50_000_000;
const seconds = 10;

// Each takes a core and some tens of megabytes while it runs.
const queue = pLimit(2);

/** What was sent is no JPEG, PNG or SVG, whatever it is called, or one that cannot be drawn. */
export class UnreadableLogoError extends Error {
  override readonly name = 'UnreadableLogoError';
}

const allowed: readonly string[] = ['jpeg', 'png', 'svg'];

/**
 * The logo drawn anew, as WebP: of what was sent nothing is kept but its pixels, so that no SVG of somebody else's is ever
 * served, and no photograph says where it was taken. What an SVG would fetch from elsewhere is not fetched.
 * @throws UnreadableLogoError
 */
export async function drawLogo(bytes: Uint8Array): Promise<{ content: Buffer; hash: Buffer }> {
  return await queue(async () => {
    try {
      const reader = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 });
      const { format } = await reader.metadata();
      if (format === undefined || !allowed.includes(format)) throw new UnreadableLogoError(format);
      const content = await reader
        .timeout({ seconds })
        .autoOrient()
        // A drawing has no size of its own; a picture is not blown up.
        .resize({ ...room, fit: 'inside', withoutEnlargement: format !== 'svg' })
        .webp({ quality: 90 })
        .toBuffer();
      return { content, hash: sha256(content) };
    } catch (error) {
      throw error instanceof UnreadableLogoError ? error : new UnreadableLogoError(String(error));
    }
  });
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
