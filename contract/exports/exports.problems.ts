import { problems } from '../kit/problem.ts';

export const exportProblems = problems('exports', {
  not_found: { status: 404, error: 'This export is not there any more. Please ask for a new one.' },
  under_way: { status: 409, error: 'An export is being made already. Please wait until it is ready.' },
  not_for_guests: { status: 403, error: 'Only people of this school can export it. You are a guest here.' },
});
