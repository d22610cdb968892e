import { problems } from '../kit/problem.ts';

export const profileProblems = problems('profiles', {
  about_me_changed_elsewhere: {
    status: 409,
    error: 'You wrote something else about yourself on another device in the meantime.',
  },
});
