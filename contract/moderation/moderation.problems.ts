import { problems } from '../kit/problem.ts';

export const moderationProblems = problems('moderation', {
  not_found: { status: 404, error: 'There is no such book or story in your school.' },
  platform_decides: {
    status: 409,
    error: 'The platform took this down. Only the platform reinstates it; you can ask for it once.',
  },
  not_the_platforms: { status: 409, error: 'The platform did not take this down.' },
  not_asked: { status: 409, error: 'Nothing is asked about this any more.' },
  appealed: { status: 409, error: 'You have asked for this already.' },
  not_on_shelf: { status: 409, error: 'This is not in the library any more.' },
});
