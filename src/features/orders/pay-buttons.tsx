import { Button, Text } from '@mantine/core';
import { useId } from 'react';
import type { Money } from '#contract/kit/money.ts';
import type { ProviderName } from '#contract/payments/payments.schema.ts';
import { payLabel, providerWords } from './orders.words.ts';
import styles from './orders.module.css';

interface PayButtonsProps {
  providers: readonly ProviderName[];
  money: Money;
  /** The one that is being opened; null while none is. */
  opening: ProviderName | null;
  /** Those that did not answer. */
  down: ReadonlySet<ProviderName>;
  /** True while nothing can be paid. The page says why. */
  isWaiting?: boolean;
  /** True inside of the form that they send. */
  sendsForm?: boolean;
  onPay: (provider: ProviderName) => void;
}

interface PayButtonProps extends Omit<PayButtonsProps, 'providers' | 'down'> {
  provider: ProviderName;
  isFirst: boolean;
  isDown: boolean;
}

function PayButton({
  provider,
  money,
  opening,
  isFirst,
  isDown,
  isWaiting,
  sendsForm,
  onPay,
}: PayButtonProps) {
  const note = useId();
  return (
    <>
      <Button
        size="lg"
        fullWidth
        type={sendsForm ? 'submit' : 'button'}
        variant={isFirst ? 'filled' : 'default'}
        loading={opening === provider}
        disabled={isDown || isWaiting === true || (opening !== null && opening !== provider)}
        {...(isDown && { 'aria-describedby': note })}
        styles={{ label: { whiteSpace: 'normal' } }}
        onClick={() => onPay(provider)}
      >
        {payLabel(provider, money)}
      </Button>
      {isDown && (
        <Text id={note} role="status">
          {provider === 'transfer' ? 'Bank transfer' : providerWords[provider]} does not answer right now.
          Nothing was paid. Please try another way.
        </Text>
      )}
    </>
  );
}

/** Ways to pay, each with the sum. One that is down does not keep the others away. */
export function PayButtons({ providers, down, ...each }: PayButtonsProps) {
  return (
    <div className={styles.ways} role="group" aria-label="Ways to pay">
      {providers.map((provider, place) => (
        <PayButton
          key={provider}
          provider={provider}
          isFirst={place === 0}
          isDown={down.has(provider)}
          {...each}
        />
      ))}
    </div>
  );
}
