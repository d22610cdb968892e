import { problems } from '../kit/problem.ts';

export const championProblems = problems('champions', {
  not_found: { status: 404, error: 'There is no such champion.' },
  already: {
    status: 409,
    error: 'This person is a champion already. You can change their last day in the list.',
  },
  revoked: { status: 409, error: 'These rights were revoked. Please grant them again.' },
  not_revoked_twice: { status: 409, error: 'These rights are over already.' },
  /** `details.now` has the champion as they are. */
  changed_since: {
    status: 409,
    error: 'This champion was changed since you looked. Please look again, then repeat your change.',
  },
  too_many: {
    status: 409,
    error: 'You have 50 suggestions that wait for an answer. Please wait until some are decided.',
  },
  over: { status: 403, error: 'Your time as a champion is over. Thank you for your help.' },
});
