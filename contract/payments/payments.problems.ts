import { problems } from '../kit/problem.ts';

export const paymentProblems = problems('payments', {
  bad_signature: { status: 400, error: 'The signature is not good.' },
});
