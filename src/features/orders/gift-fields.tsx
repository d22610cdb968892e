import { NativeSelect, TextInput, Title } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useCallback } from 'react';
import { causeEndpoints } from '#contract/causes/causes.endpoints.ts';
import { limits } from '#contract/kit/limits.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import type { CheckoutValues } from './checkout-values.ts';
import styles from './orders.module.css';

interface GiftFieldsProps {
  form: UseFormReturnType<CheckoutValues>;
  currency: string;
  api: ApiClient;
}

/** More for a cause, all of which is the cause's. It waits for nobody: without the list of causes the rest can be bought. */
export function GiftFields({ form, currency, api }: GiftFieldsProps) {
  const load = useCallback(
    (signal: AbortSignal) =>
      api.call(causeEndpoints.list, { query: { limit: limits.pageMaximum } }, { signal }),
    [api],
  );
  const causes = useAnswer(load).value?.results ?? [];
  if (causes.length === 0) return null;
  return (
    <section className={styles.card} aria-labelledby="gift">
      <Title order={2} size="h3" id="gift">
        Give to a cause
      </Title>
      <div className={styles.two}>
        <NativeSelect
          label="For a cause"
          data={[
            { value: '', label: 'No gift' },
            ...causes.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          {...form.getInputProps('gift_cause')}
        />
        {form.values.gift_cause !== '' && (
          <TextInput
            label={`Amount in ${currency}`}
            description="All of it goes to the cause."
            inputMode="decimal"
            autoComplete="off"
            required
            {...form.getInputProps('gift_amount')}
          />
        )}
      </div>
    </section>
  );
}
