import { problems } from '../kit/problem.ts';

/** Specification, section 8. */
export const studentProblems = problems('students', {
  not_found: { status: 404, error: 'Student data not available.' },
  invalid_class_code: { status: 404, error: 'Invalid class code. Please check and try again.' },
  class_not_found: { status: 404, error: 'Class not found' },
  invalid_privacy_transition: { status: 400, error: 'Invalid privacy preference transition.' },
  privacy_changed_elsewhere: {
    status: 409,
    error: 'Somebody else changed this privacy preference in the meantime.',
  },
  name_changed_elsewhere: { status: 409, error: 'Somebody else changed this name in the meantime.' },
  moved_elsewhere: { status: 409, error: 'Somebody else moved this student in the meantime.' },
  id_taken: { status: 409, error: 'A student with this id exists already.' },
});
