import { Text, Textarea } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import type { FormDraft } from './draft-note.tsx';
import { ModalForm } from './form-modal.tsx';

interface Reason {
  reason: string;
}

export function useReasonForm(missing = 'Please write a kind word that says why'): UseFormReturnType<Reason> {
  return useForm({
    initialValues: { reason: '' },
    validate: { reason: (reason) => (reason.trim() === '' ? missing : null) },
  });
}

interface ReasonFormProps {
  form: UseFormReturnType<Reason>;
  draft: FormDraft;
  /** Of the reason, in characters. */
  maxLength: number;
  /** What will happen. */
  question: string;
  label?: string;
  /** Who reads the words. */
  reader: string;
  submitLabel: string;
  /** True where it cannot be undone by the one who does it. */
  danger?: boolean;
  /** True once it is done. */
  onSubmit: (reason: string) => Promise<boolean>;
  onClose: () => void;
}

/** Asks in a `FormModal` why somebody’s work is turned down, for those who read it: its authors. */
export function ReasonForm({
  form,
  draft,
  maxLength,
  question,
  label = 'A kind word that says why',
  reader,
  submitLabel,
  danger = false,
  onSubmit,
  onClose,
}: ReasonFormProps) {
  async function submit({ reason }: Reason) {
    if (await onSubmit(reason)) onClose();
  }

  return (
    <ModalForm
      dirty={form.isDirty()}
      draft={draft}
      submitLabel={submitLabel}
      submitting={form.submitting}
      danger={danger}
      onSubmit={form.onSubmit(submit)}
    >
      <Text dir="auto">{question}</Text>
      <Textarea
        label={label}
        description={reader}
        rows={3}
        maxLength={maxLength}
        dir="auto"
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </ModalForm>
  );
}
