import { problems } from '../kit/problem.ts';

export const classProblems = problems('classes', {
  not_found: { status: 404, error: 'Class not found' },
  id_taken: { status: 409, error: 'A class with this id exists already.' },
  name_changed_elsewhere: { status: 409, error: 'Somebody else renamed this class in the meantime.' },
  theme_changed_elsewhere: {
    status: 409,
    error: 'Somebody else changed the colour of this class in the meantime.',
  },
  archived: { status: 409, error: 'This class is archived. Please restore it first.' },
  teacher_not_found: { status: 404, error: 'Somebody you chose does not teach at this school any more.' },
});
