import { problems } from '../kit/problem.ts';

export const modeProblems = problems('modes', {
  not_found: { status: 404, error: 'There is no such mode.' },
});
