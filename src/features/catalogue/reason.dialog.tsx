import { Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { limits } from '#contract/kit/limits.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import { FormModal, ModalForm } from '#src/ui/form-modal.tsx';

interface FormProps {
  /** Under which name what is typed is kept over a reload. */
  name: string;
  question: string;
  submitLabel: string;
  /** True once it is done. */
  onSubmit: (reason: string) => Promise<boolean>;
  onClose: () => void;
}

function ReasonForm({ name, question, submitLabel, onSubmit, onClose }: FormProps) {
  const form = useForm({
    initialValues: { reason: '' },
    validate: {
      reason: (reason) => (reason.trim() === '' ? 'Please write a kind word that says why' : null),
    },
  });
  const draft = useFormDraft(name, form);

  async function submit({ reason }: { reason: string }) {
    if (await onSubmit(reason)) onClose();
  }

  return (
    <ModalForm
      dirty={form.isDirty()}
      draft={draft}
      submitLabel={submitLabel}
      submitting={form.submitting}
      onSubmit={form.onSubmit(submit)}
    >
      <Text dir="auto">{question}</Text>
      <Textarea
        label="A kind word that says why"
        description="The author reads it."
        rows={3}
        maxLength={limits.reasonLength}
        dir="auto"
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </ModalForm>
  );
}

interface ReasonDialogProps extends FormProps {
  opened: boolean;
  title: string;
}

/** Asks why something goes off the shelf, for those who read it: its authors. */
export function ReasonDialog({ opened, title, ...form }: ReasonDialogProps) {
  return (
    <FormModal opened={opened} onClose={form.onClose} title={title}>
      <ReasonForm {...form} />
    </FormModal>
  );
}
