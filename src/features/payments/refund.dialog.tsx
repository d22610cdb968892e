import { Checkbox, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { decimalOf, moneyText, readAmount } from '#contract/kit/money.ts';
import { orderEndpoints } from '#contract/orders/orders.endpoints.ts';
import { orderProblems } from '#contract/orders/orders.problems.ts';
import type { StaffOrder } from '#contract/orders/staff-orders.schema.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { FormModal, ModalForm } from '#src/ui/form-modal.tsx';
import { notify } from '#src/ui/notify.tsx';
import { lineKinds } from './payments.words.ts';
import styles from './payments.module.css';

interface RefundFormProps {
  tenantId: string;
  order: StaffOrder;
  api: ApiClient;
  onDone: (order: StaffOrder) => void;
  onClose: () => void;
}

interface Values {
  /** Amounts as they are typed, by the id of a line; empty: nothing of it. */
  amounts: Record<string, string>;
  reason: string;
}

const leftOf = ({ amount, refunded }: StaffOrder['lines'][number]) => amount - refunded;

function RefundForm({ tenantId, order, api, onDone, onClose }: RefundFormProps) {
  const { currency } = order;
  // The same refund sent twice is one.
  const [id] = useState(() => uuidv7());
  const lines = order.lines.filter((line) => leftOf(line) > 0);
  const isByHand = order.payments.some(
    ({ provider, state }) => provider === 'transfer' && state === 'captured',
  );
  const form = useForm<Values>({
    initialValues: { amounts: Object.fromEntries(lines.map((line) => [line.id, ''])), reason: '' },
    validate: ({ amounts, reason }) => ({
      ...Object.fromEntries(
        lines.flatMap((line) => {
          const typed = amounts[line.id] ?? '';
          const amount = readAmount(typed, currency);
          if (typed.trim() === '') return [];
          if (amount === null || amount === 0)
            return [[`amounts.${line.id}`, `Please enter an amount in ${currency}, such as 4`]];
          if (amount > leftOf(line))
            return [
              [`amounts.${line.id}`, `At most ${moneyText({ amount: leftOf(line), currency })} is left`],
            ];
          return [];
        }),
      ),
      ...(Object.values(amounts).every((typed) => typed.trim() === '') &&
        lines[0] && { [`amounts.${lines[0].id}`]: 'Please choose what is given back' }),
      ...(reason.trim() === '' && { reason: 'Please say why' }),
    }),
  });
  const draft = useFormDraft(`refund ${order.id}`, form);
  const wanted = lines.flatMap((line) => {
    const amount = readAmount(form.values.amounts[line.id] ?? '', currency);
    return amount === null || amount === 0 ? [] : [{ line_id: line.id, amount }];
  });
  const sum = wanted.reduce((total, { amount }) => total + amount, 0);

  async function save({ reason }: Values): Promise<void> {
    try {
      const after = await api.call(orderEndpoints.refund, {
        params: { tenantId, id: order.id },
        body: { id, lines: wanted, reason },
      });
      notify.success(`${moneyText({ amount: sum, currency })} goes back`);
      onDone(after);
      onClose();
    } catch (error) {
      const { text, code, fields } = failureOf(error);
      form.setErrors(fields);
      notify.error(
        'Nothing was given back',
        code === orderProblems.more_than_paid.code ? `${text} Another refund may be on its way.` : text,
      );
    }
  }

  return (
    <ModalForm
      dirty={form.isDirty()}
      draft={draft}
      submitLabel={sum > 0 ? `Give ${moneyText({ amount: sum, currency })} back` : 'Give back'}
      submitting={form.submitting}
      danger
      onSubmit={form.onSubmit(save)}
    >
      <Text>
        {isByHand
          ? 'This was paid by bank transfer. Please send the money yourself, then record it here.'
          : 'The money goes back the way it was paid. This cannot be undone.'}
      </Text>
      {lines.map((line) => {
        const name = `amounts.${line.id}`;
        const left = leftOf(line);
        const what = line.kind === 'shipping' ? lineKinds.shipping : line.title;
        return (
          <div key={line.id} className={styles.line}>
            <Checkbox
              size="md"
              label={`${what}, ${lineKinds[line.kind].toLowerCase()}`}
              description={`${moneyText({ amount: left, currency })} is left`}
              checked={(form.values.amounts[line.id] ?? '') !== ''}
              onChange={({ currentTarget }) =>
                form.setFieldValue(name, currentTarget.checked ? decimalOf({ amount: left, currency }) : '')
              }
            />
            <TextInput
              aria-label={`Amount of ${what} in ${currency}`}
              inputMode="decimal"
              autoComplete="off"
              {...form.getInputProps(name)}
            />
          </div>
        );
      })}
      <Textarea
        label="Reason"
        description="It stays with the order."
        required
        rows={2}
        maxLength={300}
        {...form.getInputProps('reason')}
      />
    </ModalForm>
  );
}

interface RefundDialogProps extends RefundFormProps {
  opened: boolean;
}

/** Gives money of an order back, line by line. */
export function RefundDialog({ opened, ...form }: RefundDialogProps) {
  return (
    <FormModal opened={opened} title={`Give money of ${form.order.number} back`} onClose={form.onClose}>
      <RefundForm {...form} />
    </FormModal>
  );
}
