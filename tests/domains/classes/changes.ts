import { classThemes } from '#contract/classes/classes.rules.ts';
import {
  archiveClass,
  classInput,
  createClass,
  createClassInput,
  recolourClass,
  recolourClassInput,
  renameClass,
  renameClassInput,
  restoreClass,
} from '#src/features/classes/classes.mutations.ts';
import { change, type Generator, going, pick, type Screen } from '../../sync/simulator/change.ts';
import type { Effect } from '../../sync/simulator/journal.ts';

export const generators: Readonly<Record<string, Generator>> = {
  // A teacher may not make or archive one: that is refused, and everybody can see that it was.
  [createClass.endpoint.name]: ({ classes }, { value, word }) => {
    const theme = pick(classThemes, value);
    if (classes.length === 0 || !theme) return null;
    const input = createClassInput({ name: word, class_theme: theme.value });
    return change(createClass, input, [{ row: input.body.id, field: 'class name', value: word }]);
  },
  [renameClass.endpoint.name]: ({ classes }, { which, word }) => {
    const schoolClass = pick(classes, which);
    if (!schoolClass) return null;
    const effects = [{ row: schoolClass.id, field: 'class name', value: word }];
    return change(renameClass, renameClassInput(schoolClass.id, word), effects);
  },
  [recolourClass.endpoint.name]: ({ classes }, { which, value }) => {
    const schoolClass = pick(classes, which);
    const theme = pick(classThemes, value);
    if (!schoolClass || !theme) return null;
    const effects = [{ row: schoolClass.id, field: 'class theme', value: theme.value }];
    return change(recolourClass, recolourClassInput(schoolClass.id, theme.value), effects);
  },
  [archiveClass.endpoint.name]: ({ classes }, { which }) => {
    const schoolClass = pick(going(classes), which);
    if (!schoolClass) return null;
    const effects = [{ row: schoolClass.id, field: 'class archived', value: true }];
    return change(archiveClass, classInput(schoolClass.id), effects);
  },
  [restoreClass.endpoint.name]: ({ classes }, { which }) => {
    const archived = classes.filter(({ archived_at }) => archived_at !== null);
    const schoolClass = pick(archived.length > 0 ? archived : classes, which);
    if (!schoolClass) return null;
    const effects = [{ row: schoolClass.id, field: 'class archived', value: false }];
    return change(restoreClass, classInput(schoolClass.id), effects);
  },
};

export const fields = /^class (?:name|theme|archived)$/u;

export function shownAt({ classes }: Screen, { row, field }: Effect): string | boolean | undefined {
  const schoolClass = classes.find(({ id }) => id === row);
  if (field === 'class name') return schoolClass?.name;
  if (field === 'class theme') return schoolClass?.class_theme;
  return schoolClass && schoolClass.archived_at !== null;
}
