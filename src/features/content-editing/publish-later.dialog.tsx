import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { FormModal, ModalForm } from '#src/ui/form-modal.tsx';
import { instantOf } from './publish-moments.ts';

export interface Moments {
  from?: string;
  until?: string;
}

interface PublishLaterProps {
  onClose: () => void;
  /** Says itself what went wrong. */
  onPublish: (moments: Moments) => Promise<void>;
}

function LaterForm({ onClose, onPublish }: PublishLaterProps) {
  const form = useForm({
    initialValues: { from: '', until: '' },
    validate: {
      from: (from) => (instantOf(from) === undefined ? 'Please choose a day and a time' : null),
      until: (until, { from }) =>
        until !== '' && until <= from ? 'The end has to come after the beginning' : null,
    },
  });
  async function publish(typed: { from: string; until: string }) {
    const from = instantOf(typed.from);
    const until = instantOf(typed.until);
    onClose();
    await onPublish({ ...(from !== undefined && { from }), ...(until !== undefined && { until }) });
  }
  return (
    <ModalForm
      dirty={form.isDirty()}
      submitLabel="Publish"
      submitting={form.submitting}
      onSubmit={form.onSubmit(publish)}
    >
      <TextInput label="From" type="datetime-local" required {...form.getInputProps('from')} />
      <TextInput
        label="Until"
        type="datetime-local"
        description="Empty: for good. The version before comes back afterwards."
        {...form.getInputProps('until')}
      />
    </ModalForm>
  );
}

/** Asks from when a page is live, and until when. */
export function PublishLaterDialog({ opened, ...form }: PublishLaterProps & { opened: boolean }) {
  return (
    <FormModal opened={opened} title="Publish from …" onClose={form.onClose}>
      <LaterForm {...form} />
    </FormModal>
  );
}
