import { Alert, Button, Checkbox, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMemo, useState } from 'react';
import type { Cause } from '#contract/causes/causes.schema.ts';
import { currencyCodes, currencyName } from '#contract/kit/currencies.ts';
import { shopEndpoints } from '#contract/orders/orders.endpoints.ts';
import type { Shop, ShopForm as Sent } from '#contract/orders/orders.schema.ts';
import { percentText } from '#src/lib/percent.ts';
import { failureOf, type FailureInWords } from '#src/session/failure-words.ts';
import { usePlansPlace } from '#src/session/plans-place.ts';
import { takeOverSaved } from '#src/session/take-over-saved.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { useDirtyForm } from '#src/ui/dirty-forms.ts';
import { DraftNote } from '#src/ui/draft-note.tsx';
import { FailureNote } from '#src/ui/failure-note.tsx';
import { notify } from '#src/ui/notify.tsx';
import { useDialog } from '#src/ui/use-dialog.ts';
import { PracticeBand } from '#src/ui/practice-band.tsx';
import { PlansWay } from '#src/ui/plans-way.tsx';
import { readShop, shopValues } from './shop-values.ts';
import styles from './sales.module.css';

interface ShopFormProps {
  shop: Shop;
  causes: readonly Cause[];
  api: ApiClient;
  onSaved: () => void;
}

/** Their text says what they are; the others are choices. */
const typedFields = [
  'digital_price',
  'print_price',
  'print_cost',
  'shipping_price',
  'school_part',
  'code',
] as const;

/** What the school sells, for how much, and for which cause. */
export function ShopForm({ shop, causes, api, onSaved }: ShopFormProps) {
  const [failure, setFailure] = useState<FailureInWords | null>(null);
  const plansPlace = usePlansPlace(failure);
  const changing = useDialog<Sent>();
  const currencies = useMemo(
    () => [
      { value: '', label: 'Choose a currency' },
      ...currencyCodes.map((code) => ({ value: code, label: `${code}, ${currencyName(code)}` })),
    ],
    [],
  );
  const form = useForm({
    initialValues: shopValues(shop),
    validate: (values) => readShop(values).errors,
  });
  const draft = useFormDraft('shop', form);
  useDirtyForm(form.isDirty(), draft.end);
  const { sells_print, currency } = form.values;
  const inCurrency = (label: string) => (currency === '' ? label : `${label} in ${currency}`);
  const amount = (name: 'digital_price' | 'print_price' | 'print_cost' | 'shipping_price') => ({
    required: true,
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    ...form.getInputProps(name),
  });

  function fail(error: unknown): void {
    const found = failureOf(error);
    const { school_bp: school_part, ...fields } = found.fields;
    setFailure(found);
    form.setErrors({ ...fields, ...(school_part !== undefined && { school_part }) });
  }

  async function save(body: Sent): Promise<void> {
    try {
      const saved = await api.call(shopEndpoints.update, { body });
      form.setInitialValues(shopValues(saved));
      form.setValues(shopValues(saved));
      notify.success('The shop is saved');
      onSaved();
    } catch (error) {
      fail(error);
    }
  }

  async function submit(): Promise<void> {
    setFailure(null);
    try {
      const now = await api.call(shopEndpoints.read, {});
      const values = takeOverSaved(form, shopValues(now), typedFields);
      const { shop: body } = values ? readShop(values) : { shop: null };
      if (!body) return;
      if (now.currency !== null && body.currency !== now.currency) changing.open(body);
      else await save(body);
    } catch (error) {
      fail(error);
    }
  }

  return (
    <form noValidate className={styles.form} onSubmit={form.onSubmit(submit)}>
      <PracticeBand is_test={shop.is_test} />
      <DraftNote draft={draft} />
      {failure && (
        <FailureNote failure={failure}>
          <PlansWay to={plansPlace} />
        </FailureNote>
      )}
      <Checkbox
        size="md"
        label="The shop is open"
        description="Families and visitors can buy what is for sale."
        {...form.getInputProps('is_open', { type: 'checkbox' })}
      />
      <NativeSelect
        label="Currency"
        description="Everything is sold in this one."
        required
        data={currencies}
        {...form.getInputProps('currency')}
      />
      <TextInput
        label={inCurrency('Price of a digital book')}
        description="Tax is in it. 0 gives books away. A book or story can have a price of its own."
        {...amount('digital_price')}
      />
      <Checkbox
        size="md"
        label="Sell printed books"
        description="Your office prints them, and sends them or hands them over."
        {...form.getInputProps('sells_print', { type: 'checkbox' })}
      />
      {sells_print && (
        <>
          <TextInput label={inCurrency('Price of a printed book')} {...amount('print_price')} />
          <TextInput
            label={inCurrency('What printing one costs you')}
            description="The school gets it before anything goes to the cause."
            {...amount('print_cost')}
          />
          <TextInput
            label={inCurrency('Price of sending')}
            description="Once for each order with printed books."
            {...amount('shipping_price')}
          />
        </>
      )}
      <TextInput
        label="The school’s part in percent"
        description={`The cause gets what is left. ${shop.seller.name} keeps ${percentText(shop.seller.platform_bp)} %.`}
        required
        inputMode="decimal"
        autoComplete="off"
        {...form.getInputProps('school_part')}
      />
      <NativeSelect
        label="Cause"
        description="For books and stories whose author chose none. The shop opens once there is one."
        data={[
          { value: '', label: 'No cause yet' },
          ...causes.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        {...form.getInputProps('default_cause_id')}
      />
      <TextInput
        label="Letters of the shop"
        description="Three to five letters. Numbers of orders begin with them, and they never change."
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={5}
        {...form.getInputProps('code')}
      />
      {causes.length === 0 && (
        <Alert role="note" color="yellow" variant="light">
          <Text>There is no cause yet, so the shop cannot open.</Text>
        </Alert>
      )}
      <Group>
        <Button type="submit" loading={form.submitting}>
          Save
        </Button>
      </Group>
      <ConfirmDialog
        opened={changing.opened}
        title="Change the currency?"
        question="Books and stories lose the prices of their own. Orders that were placed keep theirs."
        confirmLabel="Change the currency"
        danger
        onConfirm={async () => {
          if (changing.subject) await save(changing.subject);
        }}
        onClose={changing.close}
      />
    </form>
  );
}
