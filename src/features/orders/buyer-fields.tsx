import { NativeSelect, Text, TextInput, Title } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useId, useMemo, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { listCountries } from '#contract/kit/countries.ts';
import { paths } from '#contract/kit/paths.ts';
import type { CheckoutValues } from './checkout-values.ts';
import styles from './orders.module.css';

interface FieldsProps {
  form: UseFormReturnType<CheckoutValues>;
}

function Consent({
  form,
  name,
  children,
}: FieldsProps & { name: 'is_adult' | 'accepts_terms'; children: ReactNode }) {
  const note = useId();
  const error = form.errors[name];
  return (
    <label className={styles.consent}>
      <input
        type="checkbox"
        aria-invalid={error !== undefined}
        {...(error !== undefined && { 'aria-describedby': note })}
        {...form.getInputProps(name, { type: 'checkbox' })}
      />
      <span>
        {children}
        {error !== undefined && (
          <Text id={note} role="alert" c="var(--mantine-color-error)">
            {error}
          </Text>
        )}
      </span>
    </label>
  );
}

/** Opened beside the order, which stays. */
function Words({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} target="_blank" rel="noopener" className={styles.inText}>
      {children}
    </Link>
  );
}

/** Who buys, and where what is printed goes. */
export function BuyerFields({ form, needsAddress }: FieldsProps & { needsAddress: boolean }) {
  const countries = useMemo(
    () => listCountries().map(({ code, name }) => ({ value: code, label: name })),
    [],
  );
  return (
    <section className={styles.card} aria-labelledby="buyer">
      <Title order={2} size="h3" id="buyer">
        About you
      </Title>
      <TextInput
        label="Email"
        description="We send the receipt there."
        type="email"
        required
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps('email')}
      />
      <TextInput label="Name" required dir="auto" autoComplete="name" {...form.getInputProps('name')} />
      <NativeSelect
        label="Country"
        required
        autoComplete="country"
        data={countries}
        {...form.getInputProps('country')}
      />
      {needsAddress && (
        <>
          <TextInput
            label="Street and number"
            description="The school sends the printed books there."
            required
            dir="auto"
            autoComplete="street-address"
            {...form.getInputProps('street')}
          />
          <div className={styles.postcode}>
            <TextInput
              label="Postcode"
              dir="auto"
              autoComplete="postal-code"
              {...form.getInputProps('postcode')}
            />
            <TextInput
              label="Town"
              required
              dir="auto"
              autoComplete="address-level2"
              {...form.getInputProps('city')}
            />
          </div>
        </>
      )}
      <Consent form={form} name="is_adult">
        I am 18 or older.
      </Consent>
      <Consent form={form} name="accepts_terms">
        I agree to the <Words to={paths.terms()}>Terms of Use</Words> and the{' '}
        <Words to={paths.refunds()}>Refund Policy</Words>.
      </Consent>
    </section>
  );
}
