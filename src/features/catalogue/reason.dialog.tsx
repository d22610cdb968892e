import { limits } from '#contract/kit/limits.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import { FormModal } from '#src/ui/form-modal.tsx';
import { ReasonForm, useReasonForm } from '#src/ui/reason-form.tsx';

interface FormProps {
  /** Under which name what is typed is kept over a reload. */
  name: string;
  question: string;
  submitLabel: string;
  /** True once it is done. */
  onSubmit: (reason: string) => Promise<boolean>;
  onClose: () => void;
}

function DraftedReason({ name, ...props }: FormProps) {
  const form = useReasonForm();
  const draft = useFormDraft(name, form);
  return (
    <ReasonForm
      {...props}
      form={form}
      draft={draft}
      maxLength={limits.reasonLength}
      reader="The author reads it."
    />
  );
}

interface ReasonDialogProps extends FormProps {
  opened: boolean;
  title: string;
}

/** Asks why something goes off the shelf. */
export function ReasonDialog({ opened, title, ...form }: ReasonDialogProps) {
  return (
    <FormModal opened={opened} onClose={form.onClose} title={title}>
      <DraftedReason {...form} />
    </FormModal>
  );
}
