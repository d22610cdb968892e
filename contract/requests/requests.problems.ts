import { problems } from '../kit/problem.ts';

export const requestFormProblems = problems('requests', {
  /** The same for one that is not there and one that the caller has no secret for. */
  not_found: { status: 404, error: 'There is no such request.' },
  link_refused: { status: 404, error: 'This link does not work any more. Please send the form again.' },
  ticket_old: { status: 409, error: 'This form was open for a long time. Please send it once more.' },
  /** Its id or its ticket was used for another request. */
  sent_before: { status: 409, error: 'This form was sent already. Please begin a new one.' },
  changed_since: { status: 409, error: 'Somebody else did something about it in the meantime.' },
  picture_unreadable: { status: 400, error: 'This picture cannot be read. Please choose another one.' },
  not_listed: { status: 409, error: 'No school of this list has that address.' },
  no_address: { status: 409, error: 'Whoever wrote this gave no email address.' },
  not_confirmed: { status: 409, error: 'Whoever sent this has not confirmed the email address yet.' },
});
