import { problems } from '../kit/problem.ts';

export const writingProblems = problems('writing', {
  /** The same for one that is not there and somebody else's. */
  not_found: { status: 404, error: 'There is no such story or book of yours.' },
  chapter_not_found: { status: 404, error: 'There is no such chapter or page in it.' },
  id_taken: { status: 409, error: 'Something with this id exists already.' },
  changed_elsewhere: {
    status: 409,
    error: 'You wrote something else there on another device in the meantime.',
  },
  handed_in: { status: 409, error: 'Your teacher has it now. Take it back to change it.' },
  already_answered: { status: 409, error: 'Your teacher has already said yes to it.' },
  nothing_written: { status: 409, error: 'There is nothing in it yet.' },
  message_by_child: { status: 403, error: 'Only children write messages to Dear World.' },
  message_unfinished: { status: 409, error: 'A message needs words, a drawing and one goal.' },
  message_too_long: {
    status: 409,
    error: 'Your message is too long. It can have 280 characters. Make it shorter, then hand it in.',
  },
  message_year_full: {
    status: 409,
    error: 'You have handed in two messages this year. This one is kept: it is still yours.',
  },
  too_many_chapters: { status: 409, error: 'It has as many chapters or pages as it can have.' },
});

export const reviewProblems = problems('reviews', {
  not_found: { status: 404, error: 'There is no such story or book to look at.' },
  state_changed: {
    status: 409,
    error: 'Somebody did something else with it in the meantime. Please look again.',
  },
  no_voice: { status: 400, error: 'The school does not have this recording yet. Please record it again.' },
  kept_private: {
    status: 409,
    error: 'The author wants to keep it private. Ask them before it is published.',
  },
  taken_down: {
    status: 409,
    error: 'Your school took this story down. It can be published again once your school lets it back.',
  },
});
