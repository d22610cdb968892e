import { problems } from '../kit/problem.ts';

export const panelProblems = problems('panel', {
  too_wide: { status: 503, error: 'Please add a word.' },
  reason_needed: {
    status: 403,
    error: 'Choose a school, or say why you look for children in all schools.',
  },
});
