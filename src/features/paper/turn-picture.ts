import { barePicture, type BarePicture } from '#contract/works/picture-bytes.rules.ts';
import { jpegOfCanvas, pictureOfCanvas, UnreadablePictureError } from '#src/desk/shrink-picture.ts';

/**
 * The same picture, a quarter turned to the right. A drawing stays a PNG: a JPEG would smear its lines.
 * @throws UnreadablePictureError
 */
export async function turnPicture(blob: Blob): Promise<BarePicture> {
  const type = barePicture(new Uint8Array(await blob.arrayBuffer()))?.media_type;
  const image = await createImageBitmap(blob);
  try {
    const { width, height } = image;
    const canvas = Object.assign(document.createElement('canvas'), { width: height, height: width });
    const context = canvas.getContext('2d');
    if (!context) throw new UnreadablePictureError('This browser gives no canvas');
    context.translate(height, 0);
    context.rotate(Math.PI / 2);
    context.drawImage(image, 0, 0);
    return await (type === 'image/png' ? pictureOfCanvas(canvas, type) : jpegOfCanvas(canvas));
  } finally {
    image.close();
  }
}
