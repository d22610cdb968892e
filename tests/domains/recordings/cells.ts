import type { CellsOf } from '../../support/matrix/entry.ts';
import { byHost, elsewhere, noGrant, ofStoriesOfOthers, ok } from '../../support/matrix/who-may.ts';

export const cells: CellsOf<'recordings'> = {
  'recordings.send': {
    ...ofStoriesOfOthers('recordings.no_story'),
    input: (target, _world, { stories, recording }) => ({
      params: { workId: stories.returned[target as 'maple'], sha256: recording.sha256 },
      body: { recording: recording.file },
    }),
  },
  'recordings.sendByGrant': {
    // Who is signed in does not count: the device itself is who speaks.
    targets: ['greenfield', 'riverside'],
    input: (target, _world, { signedRecordings, recording }) => {
      const { workId, ...signed } = signedRecordings[target as 'greenfield'];
      return {
        params: { workId, sha256: recording.sha256 },
        body: { ...signed, recording: recording.file },
      };
    },
    cells: byHost([ok, noGrant], [noGrant, noGrant], [elsewhere, elsewhere]),
  },
};
