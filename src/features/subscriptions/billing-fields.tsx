import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useMemo } from 'react';
import { listCountries } from '#contract/kit/countries.ts';
import type { Billing } from '#contract/subscriptions/subscriptions.schema.ts';

/** Who the invoice is for. */
export function BillingFields({ field }: { field: UseFormReturnType<Billing>['getInputProps'] }) {
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
      <Textarea
        label="Address"
        description="It stands on the invoice. It may stay empty."
        autosize
        minRows={2}
        maxLength={500}
        dir="auto"
        {...field('address')}
      />
    </>
  );
}
