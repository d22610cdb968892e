import { problems } from '../kit/problem.ts';

export const visitProblems = problems('visits', {
  /** The same for a link that nobody has, one that was used, and one that is too old. */
  link_refused: { status: 410, error: 'This link does not work any more.' },
  unknown_school: { status: 404, error: 'There is no such school among yours.' },
  guests_stay: {
    status: 403,
    error: 'You are a guest here yourself. Please go back and open the school from there.',
  },
});
