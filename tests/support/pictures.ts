import sharp from 'sharp';
import { barePicture } from '#contract/works/picture-bytes.rules.ts';
import { sha256 } from '#server/platform/sha256.ts';

export interface TestPicture {
  bytes: Uint8Array<ArrayBuffer>;
  sha256: string;
  file: File;
}

/** Some bytes under their own hash, said to be of this type. */
export function pictureOf(bytes: Uint8Array, type = 'image/jpeg'): TestPicture {
  const own = new Uint8Array(bytes);
  return { bytes: own, sha256: sha256(own).toString('hex'), file: new File([own], 'picture', { type }) };
}

/** As a device makes it: of one colour, so that nothing else is the same; with nothing but its pixels. */
export async function photograph(
  colour: string,
  {
    format = 'jpeg',
    width = 40,
    height = 30,
  }: { format?: 'jpeg' | 'png'; width?: number; height?: number } = {},
): Promise<TestPicture> {
  const made = await sharp({ create: { width, height, channels: 3, background: colour } })
    .toFormat(format)
    .toBuffer();
  const bare = barePicture(made);
  if (!bare) throw new Error('No picture was made');
  return pictureOf(bare.bytes, bare.media_type);
}
