import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { causeProblems } from '#contract/causes/causes.problems.ts';
import { payoutEndpoints } from '#contract/causes/payouts.endpoints.ts';
import { payoutLimits, type Payout } from '#contract/causes/payouts.schema.ts';
import { moneyText } from '#contract/kit/money.ts';
import { today } from '#src/lib/days.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { ModalForm } from '#src/ui/form-modal.tsx';
import { notify } from '#src/ui/notify.tsx';
import { payoutTitle } from './payouts.words.ts';

export interface PayoutFormProps {
  payout: Payout;
  api: ApiClient;
  onDone: () => void;
  onClose: () => void;
}

/** Records that a person transferred a prepared payout. */
export function SentForm({ payout, api, onDone, onClose }: PayoutFormProps) {
  const form = useForm({
    initialValues: { sent_on: today(), bank_reference: '' },
    validate: {
      sent_on: (day) => (day === '' ? 'Please enter a date' : null),
      bank_reference: (text) => (text.trim() === '' ? 'Please enter the bank’s reference' : null),
    },
  });
  const draft = useFormDraft(`payout ${payout.id} sent`, form);

  async function save(body: typeof form.values): Promise<void> {
    try {
      await api.call(payoutEndpoints.markSent, { params: { id: payout.id }, body });
      notify.success(`${payoutTitle(payout)}: on its way`);
    } catch (error) {
      const { text, fields, code } = failureOf(error);
      form.setErrors(fields);
      notify.error('This could not be recorded', text);
      // Somebody was first: the list shows it as it is, and what is typed stays.
      if (code === causeProblems.payout_not_next.code) onDone();
      return;
    }
    onDone();
    onClose();
  }

  return (
    <ModalForm
      dirty={form.isDirty()}
      draft={draft}
      submitLabel="Record"
      submitting={form.submitting}
      onSubmit={form.onSubmit(save)}
    >
      <Text>
        Please transfer {moneyText(payout)} to <bdi>{payout.to.name}</bdi> first. It cannot be cancelled after
        that.
      </Text>
      <TextInput label="Date" type="date" required {...form.getInputProps('sent_on')} />
      <TextInput
        label="The bank’s reference"
        description="The number of the line in the statement. The platform alone sees it."
        required
        maxLength={payoutLimits.bankReference}
        autoComplete="off"
        {...form.getInputProps('bank_reference')}
      />
    </ModalForm>
  );
}
