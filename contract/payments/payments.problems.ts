import { problems } from '../kit/problem.ts';

export const paymentProblems = problems('payments', {
  bad_signature: { status: 400, error: 'The signature is not good.' },
  not_found: { status: 404, error: 'There is no such payment.' },
  no_answer: { status: 409, error: 'The provider does not answer right now. Please try again later.' },
  id_taken: { status: 409, error: 'Another transfer has this id.' },
  recorded_before: {
    status: 409,
    error: 'A transfer with this reference, date and amount is recorded already.',
  },
  not_by_transfer: {
    status: 409,
    error: 'This was not paid by bank transfer. Please give it back at its provider.',
  },
  other_amount: { status: 409, error: 'This is not the amount that was to go back.' },
  more_than_came: { status: 409, error: 'This is more than is left of what came.' },
  sent_before: { status: 409, error: 'This was recorded as sent back already.' },
  finding_not_found: { status: 404, error: 'There is no such finding.' },
  finding_closed: { status: 409, error: 'This finding is closed already.' },
});
