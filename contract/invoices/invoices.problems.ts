import { problems } from '../kit/problem.ts';

export const invoiceProblems = problems('invoices', {
  not_found: { status: 404, error: 'There is no such document.' },
});
