import { FormModal } from '#src/ui/form-modal.tsx';
import { ReasonForm, useReasonForm } from '#src/ui/reason-form.tsx';
import { useFormDraft } from './use-form-draft.ts';

interface FormProps {
  /** Under which name what is typed is kept over a reload. */
  name: string;
  question: string;
  /** Of the field; left out, it asks for a kind word. */
  label?: string;
  /** Said where nothing was typed. */
  missing?: string;
  /** Who reads the words. */
  reader: string;
  /** Of the words, in characters. */
  maxLength: number;
  submitLabel: string;
  /** True where it cannot be undone by the one who does it. */
  danger?: boolean;
  /** True once it is done. */
  onSubmit: (reason: string) => Promise<boolean>;
  onClose: () => void;
}

function DraftedReason({ name, missing, ...props }: FormProps) {
  const form = useReasonForm(missing);
  const draft = useFormDraft(name, form);
  return <ReasonForm {...props} form={form} draft={draft} />;
}

interface ReasonDialogProps extends FormProps {
  opened: boolean;
  title: string;
}

/** Asks why something is taken off the shelf, declined or suggested, for those who read it. */
export function ReasonDialog({ opened, title, ...form }: ReasonDialogProps) {
  return (
    <FormModal opened={opened} onClose={form.onClose} title={title}>
      <DraftedReason key={form.name} {...form} />
    </FormModal>
  );
}
