import { problems } from '../kit/problem.ts';

export const affiliationProblems = problems('affiliations', {
  unknown_school: { status: 404, error: 'There is no school at this address.' },
  not_an_organization: { status: 403, error: 'Only an organization can ask a school.' },
  already_linked: { status: 409, error: 'This school belongs to your organization already.' },
  declined_lately: {
    status: 409,
    error: 'This school said no a few days ago. Please talk to its office before you ask again.',
  },
  too_many_open: {
    status: 409,
    error: 'Too many schools have not answered yet. Please take one of those back first.',
  },
  /** It was taken back, answered by a colleague, or never there. */
  not_found: { status: 404, error: 'This is not there any more. Please look at the list again.' },
  invited_just_now: {
    status: 429,
    error: 'An invitation went to this address just now. Please wait a minute before you send another one.',
  },
  /** The same for a link that nobody has, one that was used or taken back, and one that is too old. */
  link_refused: {
    status: 410,
    error: 'This link does not work any more. Please ask the organization for a new one.',
  },
  guests_stay_out: {
    status: 403,
    error: 'You are a guest here. The school’s own administrators decide about this.',
  },
});
