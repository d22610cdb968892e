import type { CellsOf } from '../../support/matrix/entry.ts';
import { syncing } from '../../support/matrix/who-may.ts';

export const cells: CellsOf<'profiles'> = {
  'profiles.chooseAvatar': {
    input: () => ({ body: { avatar: 'otter' } }),
    cells: syncing,
  },
  'profiles.writeAboutMe': {
    input: () => ({ body: { about_me: 'I like owls' } }),
    cells: syncing,
  },
};
