import { problems } from '../kit/problem.ts';

export const panelProblems = problems('panel', {
  entry_not_found: { status: 404, error: 'There is no such entry of the audit.' },
  too_wide: { status: 503, error: 'Please add a word.' },
  reason_needed: {
    status: 403,
    error: 'Choose a school, or say why you look for children in all schools.',
  },
});
