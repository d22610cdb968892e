import type { ShownPictures } from '#server/platform/shown-pictures.ts';
import { findPicture, modePictures } from './platform-modes.repository.ts';

export const shownModePictures: ShownPictures = { ...modePictures, find: findPicture };
