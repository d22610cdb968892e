import { problems } from '../kit/problem.ts';

export const panelProblems = problems('panel', {
  entry_not_found: { status: 404, error: 'There is no such entry of the audit.' },
  work_not_found: {
    status: 404,
    error: 'There is no such work for strangers, and it is not in book monitoring.',
  },
  already_here: { status: 409, error: 'This is on the platform’s own shelves already.' },
  not_picked: { status: 404, error: 'This is not on the platform’s shelf.' },
  not_suggested: { status: 404, error: 'Nobody suggests this any more.' },
  suggested_since: {
    status: 409,
    error: 'Somebody suggested this again since you looked. Please look again.',
  },
  too_wide: { status: 503, error: 'Please add a word.' },
  too_many_views: { status: 409, error: 'You have 20 saved views. Delete one to save another.' },
  view_name_taken: { status: 409, error: 'You have a view of this name. Please choose another name.' },
  view_not_found: { status: 404, error: 'There is no such saved view.' },
  too_many_rows: {
    status: 409,
    error: 'This list has more than 50,000 rows. Choose a filter or search for a word.',
  },
  no_students: { status: 403, error: 'Lists of students are not exported.' },
  reason_needed: {
    status: 403,
    error: 'Choose a school, or say why you look for children in all schools.',
  },
  school_decides: { status: 403, error: 'Only the school changes a student.' },
  tenant_unknown: { status: 404, error: 'There is no such school or organization.' },
  no_address: { status: 409, error: 'This school has no address yet, so nobody can sign in there.' },
  not_welcome: { status: 403, error: 'This school has archived your guest account there.' },
  not_yourself: { status: 409, error: 'You cannot do this to your own account.' },
});
