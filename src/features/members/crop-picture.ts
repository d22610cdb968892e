/** The part of a picture that is kept, in its own pixels. */
export interface Cut {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Pixels of a side: as much as the school keeps. */
const side = 512;

/** Types that every browser can read and the school takes. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** @throws Error where the browser cannot read it */
export async function readPicture(address: string): Promise<HTMLImageElement> {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  return picture;
}

/**
 * The square that was chosen, drawn anew: small enough for any network, and without what the camera wrote into the file.
 * @throws Error where the browser cannot read it
 */
export async function cutPicture(address: string, { x, y, width, height }: Cut): Promise<File> {
  const picture = await readPicture(address);
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, side, side);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, x, y, width, height, 0, 0, side, side);
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', 0.92);
  });
  if (!blob) throw new Error('This browser cannot save what it drew');
  return new File([blob], 'picture.jpg', { type: 'image/jpeg' });
}
