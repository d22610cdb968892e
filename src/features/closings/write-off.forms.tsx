import { Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { WriteOff } from '#contract/closings/closings.schema.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import { ModalForm } from '#src/ui/form-modal.tsx';
import { notify } from '#src/ui/notify.tsx';
import { attempt, CodeField, isCode, isNamed, NameField, thenConfirmed } from './closing.forms.tsx';
import type { ClosingCalls } from './closings.calls.ts';
import { writeOffWarning } from './write-off.words.ts';

interface FormProps {
  /** Of the school. */
  name: string;
  writeOff: WriteOff;
  calls: NonNullable<ClosingCalls['writeOff']>;
  onDone: () => void;
  onClose: () => void;
}

/** Asks to write off what a closed school can be paid no more, with its name typed. */
export function AskToWriteOffForm({ name, writeOff: { amounts }, calls, onDone, onClose }: FormProps) {
  const form = useForm({
    initialValues: { reason: '', name: '' },
    validate: {
      reason: (reason: string) => (reason.trim() === '' ? 'Please say why' : null),
      name: isNamed(name),
    },
  });
  const draft = useFormDraft(`write-off ${name}`, form, { leaveOut: ['name'] });
  async function submit(values: { reason: string; name: string }) {
    if (!(await attempt(form, 'It could not be written off', () => calls.ask({ ...values, amounts }))))
      return;
    draft.end();
    onDone();
    onClose();
  }
  return (
    <ModalForm
      dirty={form.isDirty()}
      draft={draft}
      submitLabel="Ask to write it off"
      submitting={form.submitting}
      danger
      onSubmit={form.onSubmit(submit)}
    >
      <Text>{writeOffWarning(amounts)}</Text>
      <Textarea
        label="Reason"
        description="It stays in the audit and in the books, so name nobody."
        rows={2}
        maxLength={300}
        dir="auto"
        data-autofocus
        {...form.getInputProps('reason')}
      />
      <NameField name={name} then={thenConfirmed} input={form.getInputProps('name')} />
    </ModalForm>
  );
}

/** Confirms it as a second administrator, or by the code of an e-mail. */
export function ConfirmWriteOffForm({ name, writeOff, calls, onDone, onClose }: FormProps) {
  const { amounts, ask } = writeOff;
  const needsCode = ask?.needs === 'code';
  const form = useForm({
    initialValues: { name: '', code: '' },
    validate: {
      name: isNamed(name),
      code: needsCode ? isCode : () => null,
    },
  });
  async function submit(values: { name: string; code: string }) {
    if (!(await attempt(form, 'It could not be written off', () => calls.confirm({ ...values, amounts }))))
      return;
    notify.success('The money is written off', 'The school is deleted within an hour or so.');
    onDone();
    onClose();
  }
  return (
    <ModalForm
      dirty={form.isDirty()}
      submitLabel="Write it off"
      submitting={form.submitting}
      danger
      onSubmit={form.onSubmit(submit)}
    >
      <Text>{writeOffWarning(amounts)}</Text>
      {ask && <Text dir="auto">Reason: {ask.reason}</Text>}
      <NameField name={name} input={form.getInputProps('name')} />
      {needsCode && <CodeField input={form.getInputProps('code')} />}
    </ModalForm>
  );
}
