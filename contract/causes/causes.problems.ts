import { problems } from '../kit/problem.ts';

export const causeProblems = problems('causes', {
  not_found: { status: 404, error: 'There is no such cause.' },
  id_taken: { status: 409, error: 'This cause was sent before with other words.' },
  /** A change of `checkedFields` by the school. */
  checked: {
    status: 409,
    error: 'The platform checks the name and the registration. Please ask the platform to change them.',
  },
  /** It was moved meanwhile, or the caller may not move it there. */
  not_next: { status: 409, error: 'This cause cannot go there from where it is now.' },
  incomplete: { status: 409, error: 'Something is missing before this cause can be checked.' },
  reason_needed: { status: 400, error: 'Please say what is missing.' },
  unreadable: { status: 400, error: 'This picture cannot be read. Please choose another one.' },
  nothing_to_pay: { status: 409, error: 'There is nothing to pay out now.' },
  payout_not_found: { status: 404, error: 'There is no such payout.' },
  /** It was moved meanwhile, or its shares are collected still. */
  payout_not_next: { status: 409, error: 'This payout cannot go there from where it is now.' },
  /** One transfer after the other, so that nobody makes two for the same money. */
  payout_waits: {
    status: 409,
    error: 'A payout there was prepared already. Please send it or cancel it first.',
  },
  not_yet: { status: 400, error: 'This day has not come yet.' },
  proof_unreadable: {
    status: 400,
    error: 'This file cannot be read. Please choose a PDF or another picture.',
  },
  too_many: { status: 409, error: 'Many causes of yours wait already. Please finish one of them first.' },
});
