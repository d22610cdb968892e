import { problems } from '../kit/problem.ts';

export const dearWorldProblems = problems('messages', {
  not_found: { status: 404, error: 'There is no such message for strangers any more.' },
  not_picked: { status: 404, error: 'This message is in no edition.' },
});
