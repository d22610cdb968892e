import * as v from 'valibot';
import { isUnseen } from './fold.ts';
import { limits } from './limits.ts';
import { isPlainText, line } from './text.ts';

/** What a spreadsheet would calculate instead of show. A hyphen alone begins names, and stands for a missing one. */
const formula = /^[=+@]|^-.*[\d(|!]/u;
/** Embeddings, overrides and isolates: behind one, other people's text is turned around, too. Marks of direction turn nothing. */
const turnsText = /[\u202A-\u202E\u2066-\u2069]/u;

/** Why this is no name of a person, wherever it comes from: a form, a pasted list, a file, the API; null where it may be one. */
export function nameProblem(name: string): string | null {
  if (formula.test(name.normalize('NFKC').trim())) return 'This looks like a formula, not a name';
  if (turnsText.test(name))
    return 'There are hidden signs in this name that turn text around. Please type it again';
  return null;
}

interface PersonNameOptions {
  label: string;
  /** Said where nothing is left; left out: it may be empty. */
  required?: string;
  /** Said of what is no text. */
  notText?: string;
}

/** A first or a last name in one line. What holds nothing that is seen is empty. */
export function personName({ label, required, notText }: PersonNameOptions) {
  return v.pipe(
    v.string(notText ?? required ?? `${label} must be text`),
    v.transform((text) => (isUnseen(text) ? '' : text)),
    line({ ...(required !== undefined && { required }), maximum: limits.nameLength, label }),
    v.rawCheck(({ dataset, addIssue }) => {
      const problem = dataset.typed && isPlainText(dataset.value) ? nameProblem(dataset.value) : null;
      if (problem !== null) addIssue({ message: problem });
    }),
  );
}
