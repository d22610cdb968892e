import { problems } from '../kit/problem.ts';

/** Specification, section 8. The wording is the same for an unknown name and for a wrong password. */
export const identityProblems = problems('identity', {
  wrong_credentials: { status: 401, error: 'Login failed. Please check your credentials.' },
  wrong_community_password: { status: 401, error: 'Invalid password. Please try again.' },
  // The password outlives the visit.
  guests_set_none: { status: 403, error: 'Guests set no community password. Please ask the school.' },
  refresh_refused: { status: 401, error: 'Your token is expired, please relogin!' },
});
