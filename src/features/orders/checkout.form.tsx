import { Alert, Button, Text, Title } from '@mantine/core';
import { useRef } from 'react';
import { moneyText } from '#contract/kit/money.ts';
import type { ProviderName } from '#contract/payments/payments.schema.ts';
import type { Quote } from '#contract/orders/orders.schema.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { DraftNote } from '#src/ui/draft-note.tsx';
import { FailureNote } from '#src/ui/failure-note.tsx';
import { NeedsNetwork } from '#src/ui/no-network.tsx';
import { BuyerFields } from './buyer-fields.tsx';
import { CheckoutWorks, type CartTitle } from './checkout-works.tsx';
import { GiftFields } from './gift-fields.tsx';
import { OrderLines } from './order-lines.tsx';
import { changeWords } from './orders.words.ts';
import { PayButtons } from './pay-buttons.tsx';
import { PracticeBand } from '#src/ui/practice-band.tsx';
import type { Checkout } from './use-checkout.ts';
import { WhoGets } from './who-gets.tsx';
import styles from './orders.module.css';

interface CheckoutFormProps {
  checkout: Checkout;
  quote: Quote;
  works: readonly CartTitle[];
  api: ApiClient;
}

/** What changed since the buyer looked; they pay nothing that they did not see. */
function Changed({ checkout: { changed }, quote }: Pick<CheckoutFormProps, 'checkout' | 'quote'>) {
  if (!changed) return null;
  const { currency, total } = quote;
  return (
    <Alert role="alert" color="yellow" variant="light" title="The price has changed">
      {changed.changes.length > 0 && (
        <ul className={styles.changes}>
          {changed.changes.map((change) => (
            <li key={`${change.kind} ${change.title}`}>{changeWords(change, currency)}</li>
          ))}
        </ul>
      )}
      {changed.before === total
        ? 'The total is the same, but who gets what has changed. Nothing was paid yet.'
        : `It was ${moneyText({ amount: changed.before, currency })} and is ${moneyText({ amount: total, currency })} now. Nothing was paid yet.`}
    </Alert>
  );
}

interface PayingProps extends Pick<CheckoutFormProps, 'checkout' | 'quote' | 'works'> {
  onChoose: (provider: ProviderName | null) => void;
}

function Paying({ checkout, quote, works, onChoose }: PayingProps) {
  const { opening, down, status, isPricing, tryAllAgain } = checkout;
  const { total, currency, providers, lines } = quote;
  const isWaiting = status !== 'ready' || isPricing;
  if (lines.length === 0 && works.length === 0)
    return <Text role="status">Say how much you give. Then you choose how to pay.</Text>;
  if (lines.length === 0)
    return <Text role="status">Nothing of this can be bought any more. Your cart is kept.</Text>;
  if (total === 0)
    return (
      <Button
        type="submit"
        size="lg"
        fullWidth
        disabled={isWaiting}
        loading={opening === 'free'}
        onClick={() => onChoose(null)}
      >
        Order for free
      </Button>
    );
  if (providers.length === 0)
    return <Text role="status">There is no way to pay here right now. Your cart is kept.</Text>;
  return (
    <>
      <PayButtons
        providers={providers}
        money={{ amount: total, currency }}
        opening={opening === 'free' ? null : opening}
        down={down}
        isWaiting={isWaiting}
        sendsForm
        onPay={onChoose}
      />
      {providers.every((each) => down.has(each)) && (
        <Button variant="subtle" onClick={tryAllAgain}>
          Try again
        </Button>
      )}
    </>
  );
}

/** All of the checkout on one page: what, how many, who gets what, who buys, how it is paid. */
export function CheckoutForm({ checkout, quote, works, api }: CheckoutFormProps) {
  const { form, draft, failure, status, reload, busy } = checkout;
  const chosen = useRef<ProviderName | null>(null);
  const needsAddress = quote.lines.some(({ kind }) => kind === 'print');
  const { lines, currency, total } = quote;
  return (
    <form
      noValidate
      className={styles.columns}
      onSubmit={(event) => form.onSubmit((values) => checkout.order(values, quote, chosen.current))(event)}
    >
      <div className={styles.page}>
        <PracticeBand is_test={quote.is_test} />
        <DraftNote draft={draft} />
        <NeedsNetwork isAway={status === 'unreachable'}>What you typed is kept.</NeedsNetwork>
        {status === 'failed' && (
          <Alert color="red" variant="light" title="The prices could not be fetched">
            <Button variant="default" size="compact-md" loading={busy} onClick={reload}>
              Try again
            </Button>
          </Alert>
        )}
        {works.length > 0 && (
          <section className={styles.card} aria-labelledby="works">
            <Title order={2} size="h3" id="works">
              What you buy
            </Title>
            <Text c="dimmed">
              A digital book is a PDF and an EPUB. A printed one is made and sent by the school.
            </Text>
            <CheckoutWorks
              works={works}
              quote={quote}
              copies={form.values.copies}
              onChange={(id, copies) => form.setFieldValue('copies', { ...form.values.copies, [id]: copies })}
            />
          </section>
        )}
        <GiftFields form={form} currency={currency} api={api} />
        <BuyerFields form={form} needsAddress={needsAddress} />
      </div>
      <div className={styles.card} aria-busy={checkout.isPricing}>
        <Title order={2} size="h3">
          Your order
        </Title>
        {lines.length > 0 && <OrderLines lines={lines} currency={currency} total={total} />}
        <WhoGets {...quote} />
        <Changed checkout={checkout} quote={quote} />
        {failure && <FailureNote failure={failure} />}
        <Paying
          checkout={checkout}
          quote={quote}
          works={works}
          onChoose={(provider) => {
            chosen.current = provider;
          }}
        />
        {total > 0 && (
          <Text c="dimmed">You pay on the page of the one that you choose. Tax is in the price.</Text>
        )}
      </div>
    </form>
  );
}
