import { problems } from '../kit/problem.ts';

export const causeProblems = problems('causes', {
  not_found: { status: 404, error: 'There is no such cause.' },
  id_taken: { status: 409, error: 'This cause was sent before with other words.' },
  /** The school tried to change `checkedFields`. */
  checked: {
    status: 409,
    error: 'The platform checks the name and the registration. Please ask the platform to change them.',
  },
  /** Another call changed its state first, or the caller may not set this state. */
  not_next: { status: 409, error: 'This cause cannot go there from where it is now.' },
  incomplete: { status: 409, error: 'Something is missing before this cause can be checked.' },
  reason_needed: { status: 400, error: 'Please say what is missing.' },
  unreadable: { status: 400, error: 'This picture cannot be read. Please choose another one.' },
  nothing_to_pay: { status: 409, error: 'There is nothing to pay out now.' },
  payout_not_found: { status: 404, error: 'There is no such payout.' },
  /** Another call changed its state first, or its shares are still being collected. */
  payout_not_next: { status: 409, error: 'This payout cannot go there from where it is now.' },
  /** One payout at a time to a cause, school and currency: two open ones could pay the same money twice. */
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
