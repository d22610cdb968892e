import { isCutOff, pictureKind, unreadableWords } from '#contract/kit/picture-kind.ts';
import { Problem, type ProblemDefinition } from '#contract/kit/problem.ts';
import {
  ExpensivePictureError,
  UnreadablePictureError,
  type DrawnPicture,
  type PictureJob,
  type PictureSender,
  type PictureWorkers,
} from './picture-workers.ts';

/** Pixels of a side. */
const side = 512;
/** Enough for the camera of a telephone; what unpacks to more is not unpacked. */
const mostPixels = 50_000_000;

/** By their first bytes, since a name and a type are only what the sender says; SVG and the like are never given to a reader. */
const photographs = new Set<string | null>(['JPEG', 'PNG', 'WebP']);

/** A picture as it was sent, by whom, and what draws it. */
export interface SentPicture {
  bytes: Uint8Array;
  sender: PictureSender;
  workers: PictureWorkers;
}

type Recipe = Omit<PictureJob, 'bytes' | 'formats'>;

function refuse(bytes: Uint8Array, message: string): never {
  throw new UnreadablePictureError(message, { words: unreadableWords(bytes, 'JPEG or PNG') });
}

async function drawPhotograph(
  { bytes, sender, workers }: SentPicture,
  recipe: Recipe,
): Promise<DrawnPicture> {
  if (!photographs.has(pictureKind(bytes))) refuse(bytes, 'This is not a JPEG, PNG or WebP picture');
  if (isCutOff(bytes)) refuse(bytes, 'The end of this picture is missing');
  return await workers.draw({ bytes, formats: ['jpeg', 'png', 'webp'], ...recipe }, sender);
}

/** @throws Error where raw pixels were asked for */
export function contentOf({ content }: DrawnPicture): Buffer {
  if (!content) throw new Error('No picture was made');
  return content;
}

/**
 * The picture of a person: made anew from the pixels, so that nothing else of what was sent is kept (no place, no camera, no
 * file hidden behind it); square, upright, WebP.
 * @throws UnreadablePictureError, or as `PictureWorkers.draw`
 */
export async function personPicture(sent: SentPicture): Promise<Buffer> {
  return await framedPicture(sent, { width: side, height: side });
}

/**
 * A WebP that fills a frame of `width` by `height` pixels, encoded again from the pixels like the picture of a person.
 * @throws UnreadablePictureError, or as `PictureWorkers.draw`
 */
export async function framedPicture(
  sent: SentPicture,
  frame: { width: number; height: number },
): Promise<Buffer> {
  return contentOf(
    await drawPhotograph(sent, {
      pixels: mostPixels,
      resize: { ...frame, fit: 'cover' },
      flatten: '#ffffff',
      output: 'webp',
      options: { quality: 82 },
    }),
  );
}

/**
 * A sheet that somebody photographed or drew, to be printed: made anew from the pixels like the picture of a person, whole and
 * upright, and no larger than it has to be.
 * @throws UnreadablePictureError, or as `PictureWorkers.draw`
 */
export async function sheetPicture(
  sent: SentPicture,
  { type, side: longest }: { type: 'image/jpeg' | 'image/png'; side: number },
): Promise<Buffer> {
  return contentOf(
    await drawPhotograph(sent, {
      pixels: mostPixels,
      resize: { width: longest, height: longest, fit: 'inside', withoutEnlargement: true },
      ...(type === 'image/png' ? { output: 'png' } : { output: 'jpeg', options: { quality: 88 } }),
    }),
  );
}

/**
 * Reads every pixel of a picture that is kept as it was sent, to see that there are no more than that and that all are there.
 * @throws UnreadablePictureError, or as `PictureWorkers.draw`
 */
export async function measurePicture(
  sent: SentPicture,
  longestSide: number,
): Promise<{ width: number; height: number }> {
  const { width, height } = await drawPhotograph(sent, { pixels: longestSide ** 2, output: 'raw' });
  if (Math.max(width, height) > longestSide) throw new UnreadablePictureError('This picture is too wide');
  return { width, height };
}

const tooExpensive = 'This picture is too complicated. Please choose a simpler one.';

/** What is said of a picture that could not be drawn, at its field. @throws Problem, or the error itself where it is another */
export function refusePicture(error: unknown, problem: ProblemDefinition, field?: string): never {
  if (!(error instanceof UnreadablePictureError)) throw error;
  const words = error instanceof ExpensivePictureError ? tooExpensive : (error.words ?? problem.error);
  throw new Problem(problem, { error: words, ...(field !== undefined && { errors: { [field]: [words] } }) });
}
