import { problems } from '../kit/problem.ts';

export const memberProblems = problems('members', {
  not_found: { status: 404, error: 'There is nobody like that here.' },
  email_taken: { status: 409, error: 'Somebody here has this email address already.' },
  role_not_yours: { status: 403, error: 'You cannot give this role.' },
  above_you: { status: 403, error: 'Only somebody with the same role can change this account.' },
  last_administrator: {
    status: 409,
    error: 'This is the last administrator. Please make somebody else an administrator first.',
  },
  not_yourself: { status: 409, error: 'You cannot archive your own account.' },
  archived: { status: 409, error: 'This account is archived. Please restore it first.' },
  /** `details.now` has the fields as they are. */
  changed_since: {
    status: 409,
    error: 'This account was changed since you looked at it. Please look again, then repeat your change.',
  },
  picture_unreadable: { status: 400, error: 'This picture cannot be read. Please choose another one.' },
  /** The same for a link that nobody has, one that was used, and one that is too old. */
  email_link_refused: {
    status: 410,
    error: 'This link does not work any more. A link works once, and for two days.',
  },
});

export const invitationProblems = problems('invitations', {
  not_found: { status: 404, error: 'There is no such invitation.' },
  already_invited: {
    status: 409,
    error: 'This email address is invited already. You can send the invitation again.',
  },
  too_many_open: { status: 409, error: 'Too many invitations are open. Please revoke some first.' },
  sent_just_now: { status: 429, error: 'The invitation was sent just now. Please wait a minute.' },
  /** For a link that nobody has, and for one that was replaced by a newer one. */
  link_unknown: {
    status: 410,
    error: 'This link does not work. Perhaps there is a newer one in your email.',
  },
  expired: { status: 410, error: 'This invitation is too old. Please ask your school for a new one.' },
  used: { status: 410, error: 'This invitation was used already. You can sign in.' },
  revoked: { status: 410, error: 'This invitation was taken back. Please ask your school.' },
  has_account: {
    status: 409,
    error: 'There is an account with this email address already. You can sign in.',
  },
});
