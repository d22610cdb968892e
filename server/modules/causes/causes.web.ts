import type { ShownPictures } from '#server/platform/shown-pictures.ts';
import { causePictures, findPicture } from './causes.repository.ts';

/** That of a draft is served on the host of the school that named it alone. */
export const shownCausePictures: ShownPictures = { ...causePictures, find: findPicture };
