import { Textarea, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { monitoringEndpoints } from '#contract/monitoring/monitoring.endpoints.ts';
import { watchedWordMaximum, WatchedWordForm } from '#contract/monitoring/watched-words.schema.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { FormModal, ModalForm } from '#src/ui/form-modal.tsx';
import { notify } from '#src/ui/notify.tsx';

interface AddWordProps {
  api: ApiClient;
  onDone: () => void;
  onClose: () => void;
}

function AddWordForm({ api, onDone, onClose }: AddWordProps) {
  const form = useForm<WatchedWordForm>({
    initialValues: { words: '', reason: '' },
    validate: schemaResolver(WatchedWordForm, { sync: true }),
  });
  const draft = useFormDraft('watched word', form);

  async function add(body: WatchedWordForm): Promise<void> {
    try {
      const { words } = await api.call(monitoringEndpoints.addWord, { body });
      notify.success(`“${words}” is on the list`);
    } catch (error) {
      const { text, fields } = failureOf(error);
      if (Object.keys(fields).length > 0) form.setErrors(fields);
      else notify.error('The word could not be added', text);
      return;
    }
    draft.end();
    onDone();
    onClose();
  }

  return (
    <ModalForm
      dirty={form.isDirty()}
      draft={draft}
      submitLabel="Add word"
      submitting={form.submitting}
      onSubmit={form.onSubmit(add)}
    >
      <TextInput
        label="Word or phrase"
        description="Whole words. Capital letters and accents do not count."
        required
        autoComplete="off"
        dir="auto"
        maxLength={watchedWordMaximum}
        data-autofocus
        {...form.getInputProps('words')}
      />
      <Textarea
        label="Reason"
        description="It stays in the audit of the platform."
        required
        rows={3}
        maxLength={300}
        dir="auto"
        {...form.getInputProps('reason')}
      />
    </ModalForm>
  );
}

/** Adds a word that the platform looks for in what strangers may read. */
export function WatchedWordDialog({ opened, ...props }: AddWordProps & { opened: boolean }) {
  return (
    <FormModal opened={opened} title="Add a watched word" onClose={props.onClose}>
      <AddWordForm {...props} />
    </FormModal>
  );
}
