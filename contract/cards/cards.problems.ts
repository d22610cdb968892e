import { problems } from '../kit/problem.ts';

export const cardProblems = problems('cards', {
  printed_meanwhile: {
    status: 409,
    error: 'Somebody printed new cards in the meantime. Please look again before you replace them.',
  },
  too_many_reveals: {
    status: 429,
    error: 'You have looked at many passwords in a short time. Please wait until the next hour.',
  },
});
