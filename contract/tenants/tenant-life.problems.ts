import { problems } from '../kit/problem.ts';

/** Apart from the problems of tenants, which every page loads. */
export const tenantLifeProblems = problems('tenants', {
  suspended: {
    status: 403,
    error: 'This school is paused. Your work is safe. Please ask your school office.',
  },
  closing: {
    status: 403,
    error: 'This school is closing. You can read everything, but nothing can be changed any more.',
  },
  gone: { status: 410, error: 'This school has closed. Its data was deleted.' },
  not_active: { status: 409, error: 'Only a school that is active can be suspended.' },
  not_suspended: { status: 409, error: 'This school is not suspended.' },
});
