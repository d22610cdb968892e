import { problems } from '../kit/problem.ts';

export const visitProblems = problems('visits', {
  /** The same for a link that nobody has, one that was used, and one that is too old. */
  link_refused: { status: 410, error: 'This link does not work any more.' },
  unknown_school: { status: 404, error: 'There is no such school among yours.' },
  ask_first: { status: 403, error: 'Please ask the school first. It decides who comes in.' },
  closed: { status: 403, error: 'This school takes no visits from the platform.' },
  request_over: { status: 409, error: 'This request was answered already, or it is no longer open.' },
  guest_gone: { status: 404, error: 'There is no such guest here.' },
});
