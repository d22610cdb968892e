import { problems } from '../kit/problem.ts';

export const contentProblems = problems('content', {
  not_found: { status: 404, error: 'There is no such page.' },
  slug_taken: { status: 409, error: 'There is a page at this address already.' },
  /** With what is there now: `draft`, `live`. */
  changed_since: { status: 409, error: 'Somebody else changed this page in the meantime.' },
  /** With `lacks`: what, by block. */
  not_ready: { status: 409, error: 'This page lacks something before it can be published.' },
  legal_stays: { status: 409, error: 'Legal pages stay as they are.' },
  /** Nothing leads to an address that the app does not have. */
  no_address: { status: 409, error: 'The app has no page at this address.' },
  too_many_films: { status: 409, error: 'This page has too many films. Take one down first.' },
  broken_part: { status: 409, error: 'A part of the film did not arrive whole. Please try again.' },
  parts_missing: { status: 409, error: 'Not all of the film has arrived. Please try again.' },
  unreadable_film: { status: 400, error: 'This is not a film that browsers play.' },
  preview_over: { status: 404, error: 'This link does not work any more. Please ask for a new one.' },
});
