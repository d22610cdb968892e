import { problems } from '../kit/problem.ts';

export const workProblems = problems('works', {
  /** The same for one that is not there and one that one may not see. */
  not_found: { status: 404, error: 'There is no such book or story here.' },
});

export const categoryProblems = problems('categories', {
  not_found: { status: 404, error: 'There is no such category.' },
  name_taken: { status: 409, error: 'There is a category with this name already.' },
});
