import { useForm } from '@mantine/form';
import { useState } from 'react';
import { subscriptionEndpoints } from '#contract/subscriptions/subscriptions.endpoints.ts';
import type { Billing, OwnSubscription } from '#contract/subscriptions/subscriptions.schema.ts';
import { failureOf, type FailureInWords } from '#src/session/failure-words.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { FailureNote } from '#src/ui/failure-note.tsx';
import { FormModal, ModalForm } from '#src/ui/form-modal.tsx';
import { notify } from '#src/ui/notify.tsx';
import { BillingFields } from './billing-fields.tsx';
import { billingErrors, billingOf, billingValues, fieldsOf, type BillingValues } from './plan-values.ts';

interface BillingDialogProps {
  billing: Billing;
  api: ApiClient;
  onDone: (own: OwnSubscription) => void;
  onClose: () => void;
}

function BillingForm({ billing, api, onDone, onClose }: BillingDialogProps) {
  const [failure, setFailure] = useState<FailureInWords | null>(null);
  const form = useForm<BillingValues>({
    initialValues: billingValues(billing),
    validate: billingErrors,
  });
  const draft = useFormDraft('billing', form);

  async function save(values: BillingValues): Promise<void> {
    setFailure(null);
    try {
      const body = { billing: billingOf(values) };
      const own = await api.call(subscriptionEndpoints.update, { body });
      notify.success('The invoice details are saved');
      onDone(own);
      onClose();
    } catch (error) {
      const found = failureOf(error, { offline: 'Nothing was changed.' });
      setFailure(found);
      form.setErrors(fieldsOf(found.fields));
    }
  }

  return (
    <ModalForm
      dirty={form.isDirty()}
      draft={draft}
      submitLabel="Save"
      submitting={form.submitting}
      onSubmit={form.onSubmit(save)}
    >
      {failure && <FailureNote failure={failure} />}
      <BillingFields field={form.getInputProps} />
    </ModalForm>
  );
}

/** Who gets invoices from now on. Those that were issued stay as they are. */
export function BillingDialog({ opened, ...form }: BillingDialogProps & { opened: boolean }) {
  return (
    <FormModal opened={opened} title="Invoice details" onClose={form.onClose}>
      <BillingForm {...form} />
    </FormModal>
  );
}
