import { NativeSelect, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useMemo } from 'react';
import { listCountries } from '#contract/kit/countries.ts';
import type { BillingValues } from './plan-values.ts';
import styles from './plans.module.css';

/** Who the invoice is for. */
export function BillingFields({ field }: { field: UseFormReturnType<BillingValues>['getInputProps'] }) {
  const countries = useMemo(
    () => [
      { value: '', label: 'Choose a country' },
      ...listCountries().map(({ code, name }) => ({ value: code, label: name })),
    ],
    [],
  );
  return (
    <>
      <TextInput
        label="Invoice for"
        description="The name of the school, or of who pays."
        required
        maxLength={200}
        dir="auto"
        autoComplete="organization"
        {...field('name')}
      />
      <TextInput
        label="Email"
        description="Invoices and reminders go there."
        type="email"
        required
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        {...field('email')}
      />
      <NativeSelect label="Country" required autoComplete="country" data={countries} {...field('country')} />
      <TextInput
        label="Street and number"
        description="The address stands on the invoice. It may stay empty."
        dir="auto"
        autoComplete="street-address"
        {...field('street')}
      />
      <div className={styles.two}>
        <TextInput label="Postcode" dir="auto" autoComplete="postal-code" {...field('postcode')} />
        <TextInput label="Town" dir="auto" autoComplete="address-level2" {...field('city')} />
      </div>
    </>
  );
}
