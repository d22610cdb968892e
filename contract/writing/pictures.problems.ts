import { problems } from '../kit/problem.ts';

export const pictureProblems = problems('pictures', {
  /** The same for one that is not there and somebody else's. */
  no_story: { status: 404, error: 'There is no such story or book of yours.' },
  unreadable: { status: 400, error: 'This picture cannot be read. Please make it again.' },
  /** Words that come by a grant which was taken back are parked; a picture stays on its tablet. */
  owner_away: { status: 403, error: 'This picture can be sent once its owner has signed in.' },
  too_many: { status: 409, error: 'It has as many pictures as it can have.' },
});
