import { useFormDraft } from '#src/session/use-form-draft.ts';
import { FormModal } from '#src/ui/form-modal.tsx';
import { ReasonForm, useReasonForm } from '#src/ui/reason-form.tsx';

interface FormProps {
  /** Under which name what is typed is kept over a reload. */
  name: string;
  question: string;
  /** Who reads the words. */
  reader: string;
  submitLabel: string;
  /** True once it is done. */
  onSubmit: (reason: string) => Promise<boolean>;
  onClose: () => void;
}

function DraftedReason({ name, ...props }: FormProps) {
  const form = useReasonForm('Please say why');
  const draft = useFormDraft(name, form);
  return <ReasonForm {...props} form={form} draft={draft} label="Why" maxLength={300} />;
}

interface ReasonDialogProps extends FormProps {
  opened: boolean;
}

/** Asks why something is declined or suggested, for those who read it. */
export function ReasonDialog({ opened, ...form }: ReasonDialogProps) {
  return (
    <FormModal opened={opened} onClose={form.onClose} title={form.submitLabel}>
      <DraftedReason key={form.name} {...form} />
    </FormModal>
  );
}
