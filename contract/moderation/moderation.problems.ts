import { problems } from '../kit/problem.ts';

export const moderationProblems = problems('moderation', {
  not_found: { status: 404, error: 'There is no such book or story in your school.' },
  not_on_shelf: { status: 409, error: 'This is not in the library any more.' },
});
