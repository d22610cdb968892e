import { noteList, noteListInput } from '#src/session/saved-lists.ts';
import { change, type Generator } from '../../sync/simulator/change.ts';

export const generators: Readonly<Record<string, Generator>> = {
  // A line in the audit, which no device shows.
  [noteList.endpoint.name]: ({ students }) =>
    students.length > 0 ? change(noteList, noteListInput('students', students.length), []) : null,
};
