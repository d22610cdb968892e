import { pictureLimit } from './picture-field.ts';
import { unreadableWords } from './picture-kind.ts';

/** What is wrong with a file for a `pictureField`, by its size and bytes, so that it need not be sent; null where nothing is. */
export async function pictureProblem(file: Blob): Promise<string | null> {
  if (file.size > pictureLimit.maximum) return pictureLimit.tooLarge;
  return unreadableWords(new Uint8Array(await file.arrayBuffer()), 'JPEG or PNG');
}
