import { Alert, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMemo, useState } from 'react';
import { currencyCodes, currencyName } from '#contract/kit/currencies.ts';
import { orderProblems } from '#contract/orders/orders.problems.ts';
import { periods } from '#contract/subscriptions/periods.rules.ts';
import { planEndpoints } from '#contract/subscriptions/subscriptions.endpoints.ts';
import type { Plan, PlanVariant } from '#contract/subscriptions/subscriptions.schema.ts';
import { failureOf, type FailureInWords } from '#src/session/failure-words.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { FailureNote } from '#src/ui/failure-note.tsx';
import { FormModal, ModalForm } from '#src/ui/form-modal.tsx';
import { notify } from '#src/ui/notify.tsx';
import { periodWords } from './plans.words.ts';
import { useSameId } from './same-id.ts';
import { readVariant, variantValues } from './variant-values.ts';
import styles from './plans.module.css';

interface VariantDialogProps {
  /** Null: a new one. */
  variant: PlanVariant | null;
  plans: readonly Plan[];
  /** The plan that a new one is for most likely; empty where that is not known. */
  planId: string;
  api: ApiClient;
  onDone: () => void;
  onClose: () => void;
}

function VariantForm({ variant, plans, planId, api, onDone, onClose }: VariantDialogProps) {
  const [failure, setFailure] = useState<FailureInWords | null>(null);
  const idFor = useSameId();
  const isFixed = variant !== null && (variant.in_use ?? 0) > 0;
  const form = useForm({
    initialValues: variantValues(variant, planId),
    validate: (values) => readVariant(values).errors,
  });
  const draft = useFormDraft(`variant ${variant?.id ?? 'new'}`, form);
  const currencies = useMemo(
    () => [
      { value: '', label: 'Choose a currency' },
      ...currencyCodes.map((code) => ({ value: code, label: `${code}, ${currencyName(code)}` })),
    ],
    [],
  );
  const { currency, plan_id } = form.values;

  async function save(): Promise<void> {
    const { variant: read } = readVariant(form.values);
    if (!read) return;
    setFailure(null);
    try {
      if (variant) await api.call(planEndpoints.updateVariant, { params: { id: variant.id }, body: read });
      else {
        const content = { ...read, plan_id };
        await api.call(planEndpoints.createVariant, { body: { ...content, id: idFor(content) } });
      }
    } catch (error) {
      const found = failureOf(error, { offline: 'Nothing was saved.' });
      const isPrice = found.code === orderProblems.price_not_payable.code;
      setFailure(isPrice ? null : found);
      form.setErrors({ ...found.fields, ...(isPrice && { seat_price: found.text }) });
      return;
    }
    notify.success('The variant is saved');
    onDone();
    onClose();
  }

  const number = (name: 'seat_minimum' | 'seat_maximum' | 'trial_days') => ({
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    ...form.getInputProps(name),
  });
  return (
    <ModalForm
      dirty={form.isDirty()}
      draft={draft}
      submitLabel="Save"
      submitting={form.submitting}
      onSubmit={form.onSubmit(save)}
    >
      {failure && <FailureNote failure={failure} />}
      {isFixed && (
        <Alert role="note" variant="light">
          Schools have this variant, so period and currency stay. Another price counts from the next order of
          each school.
        </Alert>
      )}
      <NativeSelect
        label="Plan"
        required
        disabled={variant !== null}
        data={[
          { value: '', label: 'Choose a plan' },
          ...plans.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        {...form.getInputProps('plan_id')}
      />
      <div className={styles.two}>
        <NativeSelect
          label="Period"
          required
          disabled={isFixed}
          data={periods.map((period) => ({ value: period, label: periodWords[period] }))}
          {...form.getInputProps('period')}
        />
        <NativeSelect
          label="Currency"
          required
          disabled={isFixed}
          data={currencies}
          {...form.getInputProps('currency')}
        />
      </div>
      <TextInput
        label={currency === '' ? 'Price of a seat' : `Price of a seat in ${currency}`}
        description="For one period. Tax is in it."
        required
        inputMode="decimal"
        autoComplete="off"
        {...form.getInputProps('seat_price')}
      />
      <div className={styles.two}>
        <TextInput label="Fewest seats" required {...number('seat_minimum')} />
        <TextInput label="Most seats" placeholder="No limit" {...number('seat_maximum')} />
      </div>
      <TextInput
        label="Days of trial"
        description="0 for none. Each school gets one trial, the first time."
        required
        {...number('trial_days')}
      />
      <Checkbox
        size="md"
        label="Offered"
        description="Schools can choose it. Those that have it keep it either way."
        {...form.getInputProps('is_offered', { type: 'checkbox' })}
      />
    </ModalForm>
  );
}

/** A variant of a plan: period, price, seats and trial. */
export function VariantDialog({ opened, ...form }: VariantDialogProps & { opened: boolean }) {
  return (
    <FormModal opened={opened} title={form.variant ? 'Edit variant' : 'Add a variant'} onClose={form.onClose}>
      <VariantForm {...form} />
    </FormModal>
  );
}
