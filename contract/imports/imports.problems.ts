import { limits } from '../kit/limits.ts';
import { problems } from '../kit/problem.ts';

/** The words about files: specification, sections 5 and 8. */
export const importProblems = problems('imports', {
  not_found: { status: 404, error: 'This import does not exist.' },
  not_csv: { status: 400, error: 'Please upload a valid CSV file.' },
  too_large: { status: 413, error: 'File size exceeds 5MB limit.' },
  too_many_rows: {
    status: 400,
    error: `Please import at most ${limits.rowsPerImport.toLocaleString('en')} students at a time.`,
  },
  empty: { status: 400, error: 'There are no names in this file.' },
  rows_refused: { status: 400, error: 'Some rows of this file cannot be read. Nothing was added.' },
  order_unclear: {
    status: 400,
    error:
      'Every line is two names with a comma. Please add a first line: First Name,Last Name or Last Name,First Name.',
  },
  undone: { status: 409, error: 'This import has been undone, so nothing is added by it any more.' },
  too_late: {
    status: 409,
    error: `An import can be undone for ${limits.importUndoHours} hours. Please archive the students in the class list instead.`,
  },
});
