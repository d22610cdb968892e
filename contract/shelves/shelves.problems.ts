import { problems } from '../kit/problem.ts';

export const shelfProblems = problems('shelves', {
  only_schools: { status: 409, error: 'Only a school has a shelf. An organization has none.' },
});
