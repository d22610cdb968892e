import { problems } from '../kit/problem.ts';

export const syncProblems = problems('sync', {
  other_person: { status: 409, error: 'These changes belong to another person.' },
  unordered: { status: 400, error: 'The changes are not in order.' },
});
