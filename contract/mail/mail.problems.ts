import { problems } from '../kit/problem.ts';

export const mailProblems = problems('mail', {
  suppressed: {
    status: 409,
    error: 'E-mail to this address came back, so none is sent there. Please check the address.',
  },
  /** To whoever hands in a return without the key of the server. */
  key_refused: { status: 401, error: 'The key for returned e-mail is missing or wrong.' },
});
