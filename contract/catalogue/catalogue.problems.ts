import { problems } from '../kit/problem.ts';

export const catalogueProblems = problems('catalogue', {
  /** The same for one that is not there and one of an author whom somebody else looks after. */
  not_found: { status: 404, error: 'One of them is not there, or is not yours to change.' },
  no_shelf: { status: 404, error: 'There is no such shelf any more. Please look again.' },
  still_written: { status: 409, error: 'It is still being written. Its author chooses the shelves.' },
  too_many_shelves: { status: 409, error: 'It would stand on more shelves than it can.' },
  not_in_library: { status: 409, error: 'It is not in the library.' },
});
