import { problems } from '../kit/problem.ts';

export const writingProblems = problems('writing', {
  /** The same for one that is not there and somebody else's. */
  not_found: { status: 404, error: 'There is no such story of yours.' },
  chapter_not_found: { status: 404, error: 'There is no such chapter in your story.' },
  id_taken: { status: 409, error: 'Something with this id exists already.' },
  changed_elsewhere: {
    status: 409,
    error: 'You wrote something else there on another device in the meantime.',
  },
  handed_in: { status: 409, error: 'Your teacher has this story now. Take it back to change it.' },
  already_answered: { status: 409, error: 'Your teacher has already said yes to this story.' },
  nothing_written: { status: 409, error: 'There is nothing written in this story yet.' },
  too_many_chapters: { status: 409, error: 'This story has as many chapters as a story can have.' },
});

export const reviewProblems = problems('reviews', {
  not_found: { status: 404, error: 'There is no such story to look at.' },
  state_changed: {
    status: 409,
    error: 'Somebody did something else with this story in the meantime. Please look again.',
  },
  kept_private: {
    status: 409,
    error: 'The author wants to keep this story private. Ask them before it is published.',
  },
  taken_down: {
    status: 409,
    error: 'Your school took this story down. It can be published again once your school lets it back.',
  },
});
