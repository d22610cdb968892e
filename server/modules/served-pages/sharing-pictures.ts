import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { product } from '#contract/kit/product.ts';
import type { SharedPicture } from './page-head.ts';

/** Of all pictures that the build made, in pixels: what sharing cards show whole. */
const size = { width: 1200, height: 630 };

const Pictures = v.record(v.string(), v.string());

/** What is drawn for each kind; a drawing of a goal is described by the goal. */
const alts: Readonly<Record<string, string>> = {
  'kinds/page': 'Drawing: a written page, a quill and an ink pot',
  'kinds/course': 'Drawing: a winding path with flags that leads to an open book',
  'kinds/hub': 'Drawing: a shelf with books and a globe below pictures on a line',
  'kinds/challenge': 'Drawing: a child cheers in front of a mountain with a flag on top',
  'kinds/event': 'Drawing: a calendar with one day circled, and a clock',
  'kinds/film': 'Drawing: children look at a picture film on a wall',
};

/**
 * Pictures for shared links, one for each drawing.
 * @param webRoot folder of the built web app; a build without them gives the icon of the app
 */
export async function readSharingPictures(
  webRoot: string,
): Promise<(drawing: string, origin: string) => SharedPicture> {
  const text = await readFile(path.join(webRoot, 'sharing-pictures.json'), 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '{}';
    throw error;
  });
  const pictures = v.parse(Pictures, JSON.parse(text));
  return (drawing, origin) => {
    const file = pictures[drawing];
    if (file === undefined)
      return {
        url: `${origin}/icons/app/icon-512.png`,
        width: 512,
        height: 512,
        alt: `Mark of ${product.name}`,
      };
    const goal = /^goals\/(\d+)$/u.exec(drawing)?.[1];
    const alt = goal === undefined ? alts[drawing] : `Drawing for goal ${goal} of the 17 global goals`;
    return { url: `${origin}${file}`, ...size, alt: alt ?? `Drawing and mark of ${product.name}` };
  };
}
