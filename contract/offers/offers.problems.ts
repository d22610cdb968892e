import { problems } from '../kit/problem.ts';

export const offerProblems = problems('offers', {
  /** The same for one that is not there and one that the caller has no ticket for. */
  not_found: { status: 404, error: 'This book is not waiting here any more.' },
  link_refused: { status: 404, error: 'This link does not work any more. Please ask for a new one.' },
  asked_too_often: {
    status: 429,
    error: 'Several links were sent to this address already. Please look into your email.',
  },
  not_confirmed: { status: 409, error: 'Please open the link in the email first.' },
  handed_in: { status: 409, error: 'This book was handed in already.' },
  unreadable: { status: 400, error: 'This page cannot be read. Please choose it again.' },
  too_many_pages: { status: 409, error: 'This book has as many pages as it can have.' },
  pages_missing: { status: 409, error: 'Not all pages have arrived. Please try again.' },
  full: { status: 409, error: 'Many books are waiting to be read. Please come back in a few days.' },
});
