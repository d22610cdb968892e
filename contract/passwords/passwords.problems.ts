import { problems } from '../kit/problem.ts';

export const passwordProblems = problems('passwords', {
  link_refused: {
    status: 410,
    error: 'This link does not work any more. A link works once, and only for a while.',
  },
  wrong_old_password: { status: 400, error: 'This is not your password.' },
  /** Guests sign in at home, and have none here. */
  no_password: { status: 409, error: 'You have no password here.' },
  asked_too_often: {
    status: 429,
    error: 'That was asked for a few times already. Please look for the email, or try again later.',
  },
});
