import type { CellsOf } from '../../support/matrix/entry.ts';
import { byHost, elsewhere, noGrant, ofStoriesOfOthers, ok } from '../../support/matrix/who-may.ts';

export const cells: CellsOf<'pictures'> = {
  'pictures.send': {
    ...ofStoriesOfOthers('pictures.no_story'),
    input: (target, _world, { stories, picture }) => ({
      params: { workId: stories.returned[target as 'maple'], sha256: picture.sha256 },
      body: { picture: picture.file },
    }),
  },
  'pictures.sendByGrant': {
    // Who is signed in does not count: the device itself is who speaks.
    targets: ['greenfield', 'riverside'],
    input: (target, _world, { signedPictures, picture }) => {
      const { workId, ...signed } = signedPictures[target as 'greenfield'];
      return { params: { workId, sha256: picture.sha256 }, body: { ...signed, picture: picture.file } };
    },
    cells: byHost([ok, noGrant], [noGrant, noGrant], [elsewhere, elsewhere]),
  },
};
