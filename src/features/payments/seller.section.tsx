import { Skeleton } from '@mantine/core';
import { useCallback } from 'react';
import { sellerEndpoints } from '#contract/orders/seller.endpoints.ts';
import { paymentEndpoints } from '#contract/payments/payments.endpoints.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { CardSection } from '#src/ui/card-section.tsx';
import { BanksPart } from './banks.part.tsx';
import { SellerForm } from './seller.form.tsx';
import { TaxRatesPart } from './tax-rates.part.tsx';
import styles from './payments.module.css';

/** Who sells, where transfers go, and which taxes are in the prices. */
export function SellerSection({ api }: { api: ApiClient }) {
  const load = useCallback(
    async (signal: AbortSignal) => {
      const [seller, banks, rates] = await Promise.all([
        api.call(sellerEndpoints.read, {}, { signal }),
        api.call(paymentEndpoints.listBanks, {}, { signal }),
        api.call(sellerEndpoints.listTaxRates, {}, { signal }),
      ]);
      return { seller, banks, rates };
    },
    [api],
  );
  const { status, value, isGone, busy, reload } = useAnswer(load);
  if (value)
    return (
      <div className={styles.cards}>
        <CardSection title="Seller">
          <SellerForm seller={value.seller} api={api} />
        </CardSection>
        <CardSection title="Bank accounts">
          <BanksPart banks={value.banks} api={api} onChanged={reload} />
        </CardSection>
        <CardSection title="Tax rates">
          <TaxRatesPart rates={value.rates} api={api} onChanged={reload} />
        </CardSection>
      </div>
    );
  if (status === 'loading') return <Skeleton height={320} role="status" aria-label="Loading" />;
  return (
    <AnswerMissing
      status={status === 'unreachable' ? 'unreachable' : 'failed'}
      busy={busy}
      isGone={isGone}
      failed="Seller and taxes could not be fetched"
      unreachable={`Who sells shows up here ${asSoonAsReached}.`}
      onRetry={reload}
    />
  );
}
