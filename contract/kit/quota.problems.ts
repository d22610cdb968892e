import { problems } from './problem.ts';

/** Of new pictures, recordings and files alone. Words are never refused. */
export const quotaProblems = problems('quota', {
  full: {
    status: 409,
    error:
      'Your school has no room for new pictures and recordings right now. Please ask your school office.',
  },
  /** Of one student, who has sent a great deal since Monday. */
  week: {
    status: 409,
    error:
      'You have made so many pictures and recordings this week! This one is safe on this tablet. It goes to your school next week, or when your teacher allows more.',
  },
});
