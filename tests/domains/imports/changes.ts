import { uuidv7 } from 'uuidv7';
import {
  addRows,
  addRowsInputs,
  forecastUndo,
  undoImport,
  undoImportInput,
} from '#src/features/imports/imports.mutations.ts';
import { change, type Generator, going, pick, type Screen } from '../../sync/simulator/change.ts';
import type { Effect } from '../../sync/simulator/journal.ts';

export const generators: Readonly<Record<string, Generator>> = {
  [addRows.endpoint.name]: ({ classes }, { which, word }) => {
    const schoolClass = pick(classes, which);
    if (!schoolClass) return null;
    const importId = uuidv7();
    const rows = ['one', 'two'].map((which_one, place) => ({
      id: uuidv7(),
      row: place + 2,
      first_name: `${word}${which_one}`,
      last_name: 'Listed',
    }));
    const [input] = addRowsInputs({ classId: schoolClass.id, importId, name: 'list.csv' }, [rows]);
    if (!input) return null;
    return change(addRows, input, [
      { row: importId, field: 'imported', value: true },
      ...rows.map(({ id }) => ({ row: id, field: `in ${schoolClass.id}`, value: true })),
    ]);
  },
  [undoImport.endpoint.name]: ({ classes, students, importsInto }, { which }) => {
    // The page of a class shows what was imported into it, wherever its children are now; of one that ended there is none.
    const offered = going(classes).flatMap(({ id: classId }) =>
      importsInto(classId).flatMap((job) => (job.undone_at === null ? [{ classId, job }] : [])),
    );
    const chosen = pick(offered, which);
    if (!chosen) return null;
    const { classId, job } = chosen;
    const { leaving } = forecastUndo(job, classId, (id) => students.find((student) => student.id === id));
    return change(undoImport, undoImportInput(classId, job.id), [
      { row: job.id, field: 'undone', value: true },
      ...leaving.map((row) => ({ row, field: 'archived', value: true })),
    ]);
  },
};

export const fields = /^(?:imported|undone)$/u;

export function shownAt({ imports }: Screen, { row, field }: Effect): boolean | undefined {
  const job = imports.find(({ id }) => id === row);
  if (field === 'imported') return job === undefined ? undefined : true;
  return job && job.undone_at !== null;
}
