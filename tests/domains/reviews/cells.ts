import type { CellsOf } from '../../support/matrix/entry.ts';
import { classes, storyOf } from '../../support/matrix/places.ts';
import { ofItsClass, ok } from '../../support/matrix/who-may.ts';

const noReview = 'reviews.not_found';

/** What those do who look after the authors. */
const ofReviewers = ofItsClass(classes, noReview);

export const cells: CellsOf<'reviews'> = {
  'reviews.listWaiting': {
    cells: {
      teacher: [ok],
      teacher_of_birch: [ok],
      teacher_admin: [ok],
      school_admin: [ok],
      organization_admin: [ok],
      organization_admin_on_own_host: [ok],
    },
  },
  'reviews.listOfWork': { ...ofReviewers, input: storyOf('returned') },
  'reviews.sendVoice': {
    ...ofReviewers,
    input: (target, _world, { stories, recording }) => ({
      params: { workId: stories.returned[target as 'maple'], sha256: recording.sha256 },
      body: { voice: recording.file },
    }),
  },
  'reviews.giveBack': { ...ofReviewers, input: storyOf('returned', { reason: 'Look again' }) },
  'reviews.approve': { ...ofReviewers, input: storyOf('approved', {}) },
  'reviews.publish': { ...ofReviewers, input: storyOf('published', {}) },
  'reviews.withdraw': { ...ofReviewers, input: storyOf('withdrawn', { reason: 'Look again' }) },
};
