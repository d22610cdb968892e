import { problems } from './problem.ts';

/** What a guest of the platform may hear from any endpoint; no endpoint lists them. */
export const guestProblems = problems('visits', {
  only_looking: {
    status: 403,
    error: 'You are here to look around, so nothing was changed. To help, ask the school for it.',
  },
  not_for_guests: { status: 403, error: 'Only the school itself does this. Guests cannot.' },
});
