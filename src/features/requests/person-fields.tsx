import { NativeSelect, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { useMemo } from 'react';
import { listCountries } from '#contract/kit/countries.ts';

type InputProps = GetInputPropsReturnType;

interface PersonFieldsProps {
  inputProps: (name: 'name' | 'email') => InputProps;
  required?: boolean;
  /** What the address is for. */
  purpose: string;
}

/** Who writes, and where the answer goes. */
export function PersonFields({ inputProps, required = true, purpose }: PersonFieldsProps) {
  return (
    <>
      <TextInput
        label="Your name"
        required={required}
        dir="auto"
        autoComplete="name"
        {...inputProps('name')}
      />
      <TextInput
        label="Email"
        description={purpose}
        type="email"
        required={required}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        {...inputProps('email')}
      />
    </>
  );
}

/** A country by its name. */
export function CountryField({ inputProps }: { inputProps: InputProps }) {
  const countries = useMemo(
    () => [
      { value: '', label: 'Choose a country' },
      ...listCountries().map(({ code, name }) => ({ value: code, label: name })),
    ],
    [],
  );
  return <NativeSelect label="Country" required autoComplete="country" data={countries} {...inputProps} />;
}
