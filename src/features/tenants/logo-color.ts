import { mainColorOf } from './derived-colors.rules.ts';

/** Dots on a side: enough to see which colour a logo has. */
const side = 48;

/** The colour that a logo has; null where it has none, or the browser cannot draw it. */
export async function readLogoColor(logo: Blob): Promise<string | null> {
  const address = URL.createObjectURL(logo);
  try {
    const picture = new Image();
    picture.src = address;
    await picture.decode();
    const canvas = document.createElement('canvas');
    canvas.width = side;
    canvas.height = side;
    const context = canvas.getContext('2d');
    if (!context) return null;
    context.drawImage(picture, 0, 0, side, side);
    return mainColorOf(context.getImageData(0, 0, side, side).data);
  } catch {
    // The school reads the file anew and says what is wrong with it; colours are proposed where it can be drawn here.
    return null;
  } finally {
    URL.revokeObjectURL(address);
  }
}
