import { problems } from '../kit/problem.ts';

export const grantProblems = problems('sync', {
  // One answer for all that is wrong with a grant: whoever tries some out learns nothing.
  grant_refused: { status: 401, error: 'These changes wait until their owner signs in.' },
  not_parked: { status: 404, error: 'This change is not waiting here any more.' },
  parked_in_order: {
    status: 409,
    error: 'This change builds on an earlier one. Please apply that one first.',
  },
  parked_unknown: {
    status: 409,
    error: 'This change was made with a version of the app that is not known here.',
  },
  dismissed: { status: 409, error: 'A teacher looked at this change and decided against it.' },
});
