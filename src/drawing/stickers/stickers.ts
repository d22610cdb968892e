import { avatarDrawings } from '#src/ui/pictures/avatars.ts';
import type { Drawing } from '#src/ui/pictures/paper-cut.ts';
import { food } from './food.ts';
import { places, plants, weather } from './nature.ts';
import { feelings, people } from './people.ts';
import { school, things, transport } from './things.ts';

export interface StickerDrawing {
  /** What it shows, which also describes the picture that is made of it. */
  name: string;
  drawing: Drawing;
}

function listed(drawings: Readonly<Record<string, Drawing>>): StickerDrawing[] {
  return Object.entries(drawings).map(([name, drawing]) => ({ name, drawing }));
}

const animals = listed(avatarDrawings).map(({ name, drawing }) => ({
  name: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
  drawing,
}));

/** All stickers, as they are looked for. */
export const stickerGroups: readonly { name: string; stickers: readonly StickerDrawing[] }[] = [
  { name: 'Animals', stickers: animals },
  { name: 'People', stickers: listed(people) },
  { name: 'Places', stickers: listed(places) },
  { name: 'Weather', stickers: listed(weather) },
  { name: 'Plants', stickers: listed(plants) },
  { name: 'Food', stickers: listed(food) },
  { name: 'Things', stickers: listed(things) },
  { name: 'Feelings', stickers: listed(feelings) },
  { name: 'Transport', stickers: listed(transport) },
  { name: 'School', stickers: listed(school) },
];
