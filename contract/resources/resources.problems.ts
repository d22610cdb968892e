import { problems } from '../kit/problem.ts';

export const resourceProblems = problems('resources', {
  /** The same for one that is not there and one that one may not see. */
  not_found: { status: 404, error: 'There is no such resource here.' },
  not_yours: { status: 403, error: 'This is a colleague’s. They can change it, or an administrator.' },
  unreadable: {
    status: 400,
    error: 'This file cannot be read. Please choose a PDF or a JPEG or PNG picture.',
  },
  nothing_in_it: { status: 400, error: 'Please choose a file, or write a text.' },
  not_for_everybody: { status: 403, error: 'Please choose somebody else who may see it.' },
  not_offered: { status: 409, error: 'Somebody else answered this already.' },
  changed_since: {
    status: 409,
    error: 'This was changed since you read it. Please read it again.',
  },
  too_many: { status: 409, error: 'You have as many resources as you can have. Please remove one first.' },
});
