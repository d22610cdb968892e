import { problems } from '../kit/problem.ts';

export const contentProblems = problems('content', {
  not_found: { status: 404, error: 'There is no such page.' },
});
