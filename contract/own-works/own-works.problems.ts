import { problems } from '../kit/problem.ts';

export const ownWorkProblems = problems('ownworks', {
  not_found: { status: 404, error: 'There is no such book of the platform.' },
  changed_since: {
    status: 409,
    error: 'Somebody changed this book since you opened it. Load it again to see what it is now.',
  },
  pages_missing: { status: 409, error: 'Not all pages have arrived. Please save it again.' },
  unreadable: { status: 400, error: 'This page could not be read. Please choose another picture.' },
  no_mode: { status: 400, error: 'This mode is not there any more. Please choose another one.' },
  taken_down: { status: 409, error: 'This book was taken down. It is reinstated in book monitoring.' },
});
