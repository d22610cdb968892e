import { Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import * as v from 'valibot';
import { panelMailEndpoints } from '#contract/mail/panel-mail.endpoints.ts';
import { mailReasonMaximum, SuppressForm } from '#contract/mail/panel-mail.schema.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { FormModal, ModalForm } from '#src/ui/form-modal.tsx';
import { notify } from '#src/ui/notify.tsx';
import { addressOf } from './panel-mail.words.ts';

/** What is wrong with a field as the contract says it. */
function wrongWith(schema: v.GenericSchema, value: string): string | null {
  const parsed = v.safeParse(schema, value);
  return parsed.success ? null : (parsed.issues[0]?.message ?? null);
}

interface SuppressDialogProps {
  api: ApiClient;
  onDone: () => void;
  onClose: () => void;
}

function StopForm({ api, onDone, onClose }: SuppressDialogProps) {
  const form = useForm({
    initialValues: { address: '', reason: '' },
    validate: {
      address: (address) => wrongWith(SuppressForm.entries.address, address),
      reason: (reason) => wrongWith(SuppressForm.entries.reason, reason),
    },
  });
  const draft = useFormDraft('stop email to an address', form);
  async function submit(body: { address: string; reason: string }) {
    try {
      const stopped = await api.call(panelMailEndpoints.suppress, { body });
      notify.success('No email goes there any more', addressOf(stopped));
      onDone();
      onClose();
    } catch (error) {
      const { text, fields } = failureOf(error);
      form.setErrors(fields);
      notify.error('It could not be stopped', text);
    }
  }
  return (
    <ModalForm
      dirty={form.isDirty()}
      draft={draft}
      submitLabel="Stop email"
      submitting={form.submitting}
      onSubmit={form.onSubmit(submit)}
    >
      <TextInput
        type="email"
        label="Email address"
        description="No school writes there until you allow it again."
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('address')}
      />
      <Textarea
        label="Reason"
        description="It stays in the audit of the platform."
        rows={3}
        maxLength={mailReasonMaximum}
        dir="auto"
        {...form.getInputProps('reason')}
      />
    </ModalForm>
  );
}

/** Stops all e-mail to an address by hand. */
export function SuppressDialog({ opened, ...props }: SuppressDialogProps & { opened: boolean }) {
  return (
    <FormModal opened={opened} title="Stop email to an address" onClose={props.onClose}>
      <StopForm {...props} />
    </FormModal>
  );
}
