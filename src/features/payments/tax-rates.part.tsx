import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMemo } from 'react';
import { countryName, listCountries } from '#contract/kit/countries.ts';
import { dayOf } from '#contract/kit/day.ts';
import { sellerEndpoints } from '#contract/orders/seller.endpoints.ts';
import { taxedKinds, type TaxRate } from '#contract/orders/seller.schema.ts';
import { percentText, readPercent } from '#src/lib/percent.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { DataTable, type Column } from '#src/ui/data-table.tsx';
import { FormModal, ModalForm } from '#src/ui/form-modal.tsx';
import { notify } from '#src/ui/notify.tsx';
import { useDialog } from '#src/ui/use-dialog.ts';
import { taxedKindNames } from './payments.words.ts';
import styles from './payments.module.css';

interface TaxRatesPartProps {
  rates: readonly TaxRate[];
  api: ApiClient;
  onChanged: () => void;
}

/** Rates begin by the day in UTC. */
const today = () => dayOf(new Date());

function RateForm({ api, onChanged, onClose }: Omit<TaxRatesPartProps, 'rates'> & { onClose: () => void }) {
  const form = useForm<Omit<TaxRate, 'rate_bp'> & { percent: string }>({
    initialValues: {
      country: '',
      kind: 'digital',
      name: '',
      percent: '',
      from_date: today(),
    },
    validate: {
      country: (code) => (code === '' ? 'Please choose a country' : null),
      name: (text) => (text.trim() === '' ? 'Please enter the tax’s name' : null),
      percent: (typed) => (readPercent(typed) === null ? 'Please enter a percentage from 0 to 100' : null),
      from_date: (day) => (day === '' ? 'Please enter a date' : null),
    },
  });
  const draft = useFormDraft('tax rate', form);
  const countries = useMemo(
    () => [
      { value: '', label: 'Choose a country' },
      ...listCountries().map(({ code, name }) => ({ value: code, label: name })),
    ],
    [],
  );

  async function save({ percent, ...values }: typeof form.values): Promise<void> {
    try {
      await api.call(sellerEndpoints.setTaxRate, {
        body: { ...values, rate_bp: readPercent(percent) ?? 0 },
      });
    } catch (error) {
      const { text, fields } = failureOf(error);
      const { rate_bp, ...others } = fields;
      form.setErrors({ ...others, ...(rate_bp !== undefined && { percent: rate_bp }) });
      notify.error('This could not be saved', text);
      return;
    }
    notify.success('The tax rate is saved');
    onChanged();
    onClose();
  }

  return (
    <ModalForm
      dirty={form.isDirty()}
      draft={draft}
      submitLabel="Save"
      submitting={form.submitting}
      onSubmit={form.onSubmit(save)}
    >
      <NativeSelect
        label="Country"
        description="Of the buyer."
        required
        data={countries}
        {...form.getInputProps('country')}
      />
      <NativeSelect
        label="For"
        required
        data={taxedKinds.map((kind) => ({ value: kind, label: taxedKindNames[kind] }))}
        {...form.getInputProps('kind')}
      />
      <TextInput
        label="Name of the tax"
        description="Such as VAT or GST."
        required
        maxLength={40}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <TextInput
        label="Rate in percent"
        required
        inputMode="decimal"
        autoComplete="off"
        {...form.getInputProps('percent')}
      />
      <TextInput
        label="From"
        description="Today or later. Until then the earlier rate counts."
        type="date"
        required
        {...form.getInputProps('from_date')}
      />
    </ModalForm>
  );
}

/** What of the rates of a country and kind counts on this day: the latest that has begun. */
function isInForce(rate: TaxRate, rates: readonly TaxRate[]): boolean {
  const begun = rates.filter(
    ({ country, kind, from_date }) => country === rate.country && kind === rate.kind && from_date <= today(),
  );
  return begun.every(({ from_date }) => from_date <= rate.from_date) && rate.from_date <= today();
}

function columnsFor(rates: readonly TaxRate[]): readonly Column<TaxRate>[] {
  return [
    { key: 'country', header: 'Country', heading: true, cell: ({ country }) => countryName(country) },
    { key: 'kind', header: 'For', cell: ({ kind }) => taxedKindNames[kind] },
    {
      key: 'rate',
      header: 'Rate',
      align: 'end',
      width: '140px',
      cell: ({ rate_bp, name }) => `${percentText(rate_bp)} % ${name}`,
    },
    { key: 'from', header: 'From', width: '130px', cell: ({ from_date }) => from_date },
    {
      key: 'state',
      header: 'State',
      width: '120px',
      cell: (rate) => (rate.from_date > today() ? 'Later' : isInForce(rate, rates) ? 'Counts now' : 'Over'),
    },
  ];
}

/** Taxes by country and kind, with what counted before and what will count. */
export function TaxRatesPart({ rates, api, onChanged }: TaxRatesPartProps) {
  const adding = useDialog<true>();
  return (
    <div className={styles.part}>
      <Text>Prices have tax in them. Without a rate for the buyer’s country there is none.</Text>
      {rates.length > 0 && (
        <DataTable
          caption="Tax rates"
          columns={columnsFor(rates)}
          rows={rates}
          rowKey={({ country, kind, from_date }) => `${country} ${kind} ${from_date}`}
          empty={null}
        />
      )}
      <Group>
        <Button variant="default" onClick={() => adding.open(true)}>
          Set a tax rate
        </Button>
      </Group>
      <FormModal opened={adding.opened} title="Set a tax rate" onClose={adding.close}>
        <RateForm api={api} onChanged={onChanged} onClose={adding.close} />
      </FormModal>
    </div>
  );
}
