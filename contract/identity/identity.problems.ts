import { problems } from '../kit/problem.ts';

/** Specification, section 8. The wording is the same for an unknown name and for a wrong password. */
export const identityProblems = problems('identity', {
  wrong_credentials: { status: 401, error: 'Login failed. Please check your credentials.' },
  wrong_community_password: { status: 401, error: 'Invalid password. Please try again.' },
  refresh_refused: { status: 401, error: 'Your token is expired, please relogin!' },
});
