import { Button, FileButton, Input, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useId, useRef } from 'react';
import { payoutEndpoints } from '#contract/causes/payouts.endpoints.ts';
import { payoutLimits } from '#contract/causes/payouts.schema.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import { ModalForm } from '#src/ui/form-modal.tsx';
import { notify } from '#src/ui/notify.tsx';
import { payoutTitle } from './payouts.words.ts';
import type { PayoutFormProps } from './sent.form.tsx';
import styles from './causes.module.css';

const types = ['application/pdf', 'image/jpeg', 'image/png', 'image/webp'];

function problemOf(file: File): string | null {
  if (file.size > payoutLimits.proofBytes) return 'A proof has 10 MB at most';
  return types.includes(file.type) ? null : 'Please choose a PDF or a JPEG, PNG or WebP picture';
}

function FileField({
  file,
  error,
  onChoose,
}: {
  file: File | null;
  error: string | undefined;
  onChoose: (file: File) => void;
}) {
  const id = useId();
  const reset = useRef<() => void>(null);
  return (
    <Input.Wrapper
      id={id}
      label="Proof"
      labelElement="div"
      required
      description="Such as the receipt, or a picture of what was built: a PDF or a picture, up to 10 MB. Everybody can see it. No faces of children, please."
      error={error}
      errorProps={{ role: 'alert' }}
    >
      <div className={styles.choosing}>
        <FileButton
          resetRef={reset}
          accept={types.join(',')}
          onChange={(chosen) => {
            if (chosen) onChoose(chosen);
            // The same file can be chosen again after it was mended.
            reset.current?.();
          }}
          inputProps={{ 'aria-label': 'Proof' }}
        >
          {(button) => (
            <Button variant="default" {...button}>
              {file === null ? 'Choose a file' : 'Choose another file'}
            </Button>
          )}
        </FileButton>
        {file && <Text dir="auto">{file.name}</Text>}
      </div>
    </Input.Wrapper>
  );
}

/** Shows that a payout arrived, or shows it better. */
export function ProofForm({ payout, api, onDone, onClose }: PayoutFormProps) {
  const form = useForm<{ file: File | null; note: string }>({
    initialValues: { file: null, note: payout.note },
    validate: { file: (file) => (file === null ? 'Please choose a file' : problemOf(file)) },
  });
  const draft = useFormDraft(`payout ${payout.id} proof`, form, { leaveOut: ['file'] });

  async function save({ file, note }: typeof form.values): Promise<void> {
    if (file === null) return;
    try {
      await api.call(payoutEndpoints.prove, { params: { id: payout.id }, body: { file, note } });
      notify.success(`${payoutTitle(payout)}: arrived`);
    } catch (error) {
      const { text, fields } = failureOf(error);
      form.setErrors(fields);
      if (Object.keys(fields).length === 0) notify.error('The proof could not be sent', text);
      return;
    }
    onDone();
    onClose();
  }

  return (
    <ModalForm
      dirty={form.isDirty()}
      draft={draft}
      submitLabel="Send the proof"
      submitting={form.submitting}
      onSubmit={form.onSubmit(save)}
    >
      <FileField
        file={form.values.file}
        error={typeof form.errors['file'] === 'string' ? form.errors['file'] : undefined}
        onChoose={(file) => form.setFieldValue('file', file)}
      />
      <Textarea
        label="What it shows"
        description="Everybody reads it, also who cannot see the picture."
        rows={2}
        maxLength={payoutLimits.note}
        dir="auto"
        {...form.getInputProps('note')}
      />
    </ModalForm>
  );
}
