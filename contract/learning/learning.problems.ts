import { problems } from '../kit/problem.ts';

export const learningProblems = problems('learning', {
  join_closed: {
    status: 409,
    error: 'You can join from 15 minutes before the event begins until it ends.',
  },
  no_join_link: { status: 409, error: 'The link to join is not here yet. Please try again later.' },
});
