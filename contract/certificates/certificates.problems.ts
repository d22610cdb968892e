import { problems } from '../kit/problem.ts';

export const certificateProblems = problems('certificates', {
  not_found: { status: 404, error: 'There is no such certificate.' },
  /** Its details say when: `withdrawn_at`. */
  withdrawn: { status: 410, error: 'This certificate was withdrawn.' },
  not_earned: { status: 409, error: 'There is no certificate for this yet.' },
  nothing_raised: { status: 409, error: 'This book has raised nothing for this cause yet.' },
});
