import { problems } from '../kit/problem.ts';

export const mailProblems = problems('mail', {
  not_found: { status: 404, error: 'There is no such letter.' },
  not_again: {
    status: 409,
    error: 'There is nothing to send again: this letter has no link that still counts.',
  },
  sent_just_now: { status: 429, error: 'This letter was sent just now. Please wait a minute.' },
  suppressed: {
    status: 409,
    error: 'Email to this address came back, so none is sent there. Please check the address.',
  },
  not_suppressed: { status: 404, error: 'Email to this address is not stopped, or not any more.' },
  /** A return was handed in without the key of the server. */
  key_refused: { status: 401, error: 'The key for returned email is missing or wrong.' },
});
