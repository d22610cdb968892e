import { draftOf, fitDraft } from '#src/lib/form-draft.ts';
import type { OwnDrafts } from './local-drafts.ts';
import { useDraft, type Draft } from './use-draft.ts';

/** The part of Mantine's form that is needed. */
interface DraftedForm<Values> {
  readonly values: Values;
  getInitialValues: () => Values;
  setValues: (values: Partial<Values>) => void;
}

/**
 * `useDraft` for a form: its fields that were changed.
 * @param leaveOut passwords, and files, which a device of children is no place for
 * @param local drafts where it is kept; left out, with what else the signed-in person has here
 */
export function useFormDraft<Values extends object>(
  name: string,
  form: DraftedForm<Values>,
  { leaveOut, localDrafts }: { leaveOut?: readonly (keyof Values)[]; localDrafts?: OwnDrafts } = {},
): Draft {
  return useDraft({
    name,
    value: draftOf(form.getInitialValues(), form.values, leaveOut),
    restore: (kept) => {
      const fitting = fitDraft(form.getInitialValues(), kept);
      if (fitting) form.setValues(fitting);
      return fitting !== null;
    },
    reset: () => form.setValues(form.getInitialValues()),
    localDrafts,
  });
}
