import { problems } from '../kit/problem.ts';

export const recordingProblems = problems('recordings', {
  /** The same for one that is not there and somebody else's. */
  no_story: { status: 404, error: 'There is no such story or book of yours.' },
  unreadable: { status: 400, error: 'This recording cannot be heard. Please make it again.' },
  owner_away: { status: 403, error: 'This recording can be sent once its owner has signed in.' },
  too_many: { status: 409, error: 'It has as many recordings as it can have.' },
});
