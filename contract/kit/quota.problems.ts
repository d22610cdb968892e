import { problems } from './problem.ts';

/** Of new pictures, recordings and files alone. Words are never refused. */
export const quotaProblems = problems('quota', {
  full: {
    status: 409,
    error:
      'Your school has no room for new pictures and recordings right now. Please ask your school office.',
  },
});
