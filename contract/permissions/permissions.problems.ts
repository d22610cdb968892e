import { problems } from '../kit/problem.ts';

export const permissionProblems = problems('permissions', {
  /** The same for one that is not there and one of others. */
  no_student: { status: 404, error: 'There is no such student of yours.' },
  no_work: { status: 404, error: 'There is no such book or story of your students.' },
});
