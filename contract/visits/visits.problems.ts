import { problems } from '../kit/problem.ts';

export const visitProblems = problems('visits', {
  /** The same for a link that nobody has, one that was used, and one that is too old. */
  link_refused: { status: 410, error: 'This link does not work any more.' },
  unknown_school: { status: 404, error: 'There is no such school among yours.' },
  ask_first: { status: 403, error: 'Please ask the school first. It decides who comes in.' },
  closed: { status: 403, error: 'This school takes no visits from the platform.' },
  request_over: { status: 409, error: 'This request was answered already, or it is no longer open.' },
  override_over: {
    status: 409,
    error: 'This was confirmed already, or its time is over. Please begin again.',
  },
  override_second: { status: 403, error: 'Another administrator of the platform has to confirm this.' },
  override_early: { status: 409, error: 'The code counts 24 hours after you asked. Please wait until then.' },
  override_code: { status: 403, error: 'This code is not right. Please look into the email again.' },
  guest_gone: { status: 404, error: 'There is no such guest here.' },
});
