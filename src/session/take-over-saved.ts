import { rebaseForm } from '#src/lib/rebase-form.ts';

/** The part of Mantine's form that is needed. */
interface RebasedForm<Values> {
  getValues: () => Values;
  getInitialValues: () => Values;
  setInitialValues: (values: Values) => void;
  setValues: (values: Values) => void;
  setErrors: (errors: Record<string, string>) => void;
}

/**
 * For a form that is about to be sent with all its fields: takes over what was saved since it was opened, in another tab or by
 * somebody else. Where both changed one field, it says so there, and the next submit keeps what is typed.
 * @param texts fields whose text is shown as it is now
 * @returns what to send; null where somebody has to look first
 */
export function takeOverSaved<Values extends object>(
  form: RebasedForm<Values>,
  saved: Values,
  texts: readonly (keyof Values)[] = [],
): Values | null {
  const { values, conflicts } = rebaseForm(form.getValues(), form.getInitialValues(), saved);
  form.setInitialValues(saved);
  form.setValues(values);
  if (conflicts.length === 0) return values;
  const errors: Record<string, string> = {};
  for (const field of conflicts) {
    const text = texts.includes(field) ? String(saved[field]) : '';
    const now = text === '' ? '' : `: it is “${text}” now`;
    errors[String(field)] = `This was changed in the meantime${now}. Save to keep what you typed.`;
  }
  form.setErrors(errors);
  return null;
}
