import { Alert, Button, Skeleton, Text } from '@mantine/core';
import { moneyText } from '#contract/kit/money.ts';
import type { PlanQuote } from '#contract/subscriptions/subscriptions.schema.ts';
import { counted } from '#src/lib/counted.ts';
import { sayDate } from '#src/lib/days.ts';
import { percentText } from '#src/lib/percent.ts';
import type { AskedQuote } from './use-plan-quote.ts';
import styles from './plans.module.css';

function Lines({ quote: { lines, currency, total, tax } }: { quote: PlanQuote }) {
  return (
    <>
      <ul className={styles.lines}>
        {lines.map(({ title, seats, unit_price, amount, days, days_left, period_start }) => (
          <li key={`${title} ${period_start}`} className={styles.line}>
            <span>
              <bdi>{title}</bdi>
              <Text span size="sm" c="dimmed" display="block">
                {days_left < days && (
                  <>
                    {days_left} of {counted(days, 'day')} left
                    <br />
                  </>
                )}
                {counted(seats, 'seat')} at {moneyText({ amount: unit_price, currency })}
              </Text>
            </span>
            <span className={styles.amount}>{moneyText({ amount, currency })}</span>
          </li>
        ))}
      </ul>
      <p className={styles.total}>
        <span>Total</span>
        <span>{moneyText({ amount: total, currency })}</span>
      </p>
      {tax.amount > 0 && (
        <Text size="sm" c="dimmed">
          {moneyText({ amount: tax.amount, currency })} of it is {tax.name} ({percentText(tax.rate_bp)} %).
        </Text>
      )}
    </>
  );
}

interface QuoteCardProps {
  asked: AskedQuote;
  /** Said while there is nothing to ask. */
  none: string;
  /** Said where it costs nothing now. */
  free: string;
}

/** What it will cost, before it is chosen. */
export function QuoteCard({ asked, none, free }: QuoteCardProps) {
  const { quote, status, busy, reload, changedFrom } = asked;
  if (status === 'none') return <Text c="dimmed">{none}</Text>;
  if (quote === null && !busy && status !== 'loading' && status !== 'ready')
    return (
      <Alert color={status === 'unreachable' ? 'blue' : 'red'} variant="light">
        <Text mb="xs">
          {status === 'unreachable'
            ? 'The price cannot be asked for without a network. What you typed stays.'
            : 'The price could not be fetched. What you typed stays.'}
        </Text>
        <Button variant="default" size="compact-md" onClick={reload}>
          Try again
        </Button>
      </Alert>
    );
  if (quote === null) return <Skeleton height={96} role="status" aria-label="Asking for the price" />;
  return (
    <div className={styles.quote} role="status">
      {changedFrom !== null && (
        <Alert role="alert" color="yellow" variant="light" title="The price has changed">
          It was {moneyText({ amount: changedFrom, currency: quote.currency })} and is{' '}
          {moneyText({ amount: quote.total, currency: quote.currency })} now. Nothing was ordered yet.
        </Alert>
      )}
      {quote.lines.length > 0 ? <Lines quote={quote} /> : <Text>{free}</Text>}
      {quote.trial_ends_on !== null && (
        <Text>Free until {sayDate(quote.trial_ends_on)}. You only pay if you go on after that.</Text>
      )}
    </div>
  );
}
