import { problems } from '../kit/problem.ts';

export const monitoringProblems = problems('monitoring', {
  not_found: { status: 404, error: 'This is not in monitoring.' },
  /** `details` say what changed: `text`, `reports` (how many more there are), `state`. */
  changed_since: {
    status: 409,
    error: 'Something changed since you looked. Please look at it again.',
  },
  /** `details` say until when. */
  claimed: { status: 409, error: 'Somebody else is looking at this right now.' },
  not_on_shelf: { status: 409, error: 'This is not in the library any more.' },
  not_taken_down: { status: 409, error: 'This is not taken down.' },
  word_not_found: { status: 404, error: 'This word is not on the list any more.' },
  word_known: { status: 409, error: 'This word is on the list already.' },
  words_full: { status: 409, error: 'The list is full. Remove a word first.' },
  schools_own: {
    status: 409,
    error: 'The school took this down itself. Only the school reinstates it.',
  },
});
