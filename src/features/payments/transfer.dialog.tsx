import { Text, TextInput, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { decimalOf, moneyText, readAmount } from '#contract/kit/money.ts';
import { paymentEndpoints } from '#contract/payments/payments.endpoints.ts';
import { today } from '#src/lib/days.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { FormModal, ModalForm } from '#src/ui/form-modal.tsx';
import { notify } from '#src/ui/notify.tsx';

/** Money of which order is recorded, and which way it went. */
export interface TransferSubject {
  tenantId: string;
  paymentId: string;
  number: string;
  currency: string;
  direction: 'in' | 'out';
  /** The refund that a transfer out sends; null: what is on no order. */
  refundId: string | null;
  /** What is expected, in minor units. */
  amount: number;
}

interface TransferFormProps {
  subject: TransferSubject;
  api: ApiClient;
  onDone: () => void;
  onClose: () => void;
}

function TransferForm({ subject, api, onDone, onClose }: TransferFormProps) {
  const { tenantId, paymentId, number, currency, direction, refundId, amount } = subject;
  // The same line sent twice is one.
  const [id] = useState(() => uuidv7());
  const form = useForm({
    initialValues: {
      amount: decimalOf({ amount, currency }),
      happened_on: today(),
      bank_reference: '',
      words: '',
    },
    validate: {
      amount: (typed) =>
        (readAmount(typed, currency) ?? 0) > 0 ? null : `Please enter an amount in ${currency}, such as 4`,
      happened_on: (day) => (day === '' ? 'Please enter a date' : null),
      bank_reference: (text) => (text.trim() === '' ? 'Please enter the bank’s reference' : null),
    },
  });
  const draft = useFormDraft(`transfer ${direction} ${refundId ?? paymentId}`, form);

  async function save({ amount: typed, ...values }: typeof form.values): Promise<void> {
    const body = {
      id,
      direction,
      refund_id: refundId,
      amount: readAmount(typed, currency) ?? 0,
      ...values,
    };
    try {
      const payment = await api.call(paymentEndpoints.recordTransfer, {
        params: { tenantId, id: paymentId },
        body,
      });
      const isOther = direction === 'in' && payment.captured !== payment.amount;
      if (isOther)
        notify.error(
          'Another amount than was asked for',
          `${number} is not paid. Please look at the findings.`,
        );
      else notify.success(direction === 'in' ? `${number}: recorded` : `${number}: recorded as sent back`);
    } catch (error) {
      const { text, fields } = failureOf(error);
      form.setErrors(fields);
      notify.error('This could not be recorded', text);
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
        {direction === 'in'
          ? `As your bank’s statement says it. ${moneyText({ amount, currency })} is asked for.`
          : `Please send the money first. ${moneyText({ amount, currency })} goes back.`}
      </Text>
      <TextInput
        label={`Amount in ${currency}`}
        required
        inputMode="decimal"
        autoComplete="off"
        {...form.getInputProps('amount')}
      />
      <TextInput label="Date" type="date" required {...form.getInputProps('happened_on')} />
      <TextInput
        label="The bank’s reference"
        description="The number of the line in the statement, so that it is recorded once."
        required
        maxLength={140}
        autoComplete="off"
        {...form.getInputProps('bank_reference')}
      />
      <Textarea label="Notes" rows={2} maxLength={500} {...form.getInputProps('words')} />
    </ModalForm>
  );
}

interface TransferDialogProps extends Omit<TransferFormProps, 'subject'> {
  /** Null before it was opened for any. */
  subject: TransferSubject | null;
  opened: boolean;
}

/** Records a line of a bank statement. */
export function TransferDialog({ subject, opened, ...form }: TransferDialogProps) {
  const title = subject?.direction === 'out' ? 'Record money sent back' : 'Record a bank transfer';
  return (
    <FormModal opened={opened} title={subject ? `${title}: ${subject.number}` : title} onClose={form.onClose}>
      {subject && <TransferForm subject={subject} {...form} />}
    </FormModal>
  );
}
