import { pictureLimit } from './picture-field.ts';
import { pictureKind, unreadableWords } from './picture-kind.ts';

const taken = new Set(['JPEG', 'PNG', 'WebP']);

/** What is wrong with a file for a `pictureField`, by its size and bytes, so that it need not be sent; null where nothing is. */
export async function pictureProblem(file: Blob): Promise<string | null> {
  if (file.size > pictureLimit.maximum) return pictureLimit.tooLarge;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const words = unreadableWords(bytes, 'JPEG or PNG');
  if (words !== null || taken.has(pictureKind(bytes) ?? '')) return words;
  return 'This picture cannot be read. Please choose another one.';
}
