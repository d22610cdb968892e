import type { AnimalName } from '#contract/kit/avatar-names.ts';
import type { Drawing } from './paper-cut.ts';
import { garden } from './avatars-garden.ts';
import { home } from './avatars-home.ts';
import { savanna } from './avatars-savanna.ts';
import { water } from './avatars-water.ts';
import { woods } from './avatars-woods.ts';

export const avatarDrawings: Readonly<Record<AnimalName, Drawing>> = {
  ...woods,
  ...home,
  ...savanna,
  ...water,
  ...garden,
};
