import { ActionIcon, Text, Title } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { moneyText } from '#contract/kit/money.ts';
import type { TrackedOrder } from '#contract/orders/orders.schema.ts';
import { notify } from '#src/ui/notify.tsx';
import own from './transfer-card.module.css';
import styles from './orders.module.css';

async function copy(label: string, value: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(value);
    notify.success(`${label} copied`);
  } catch {
    notify.error('It could not be copied. Please copy it by hand.');
  }
}

interface TransferCardProps {
  order: TrackedOrder;
  /** True where it comes up as the buyer chose it: the keyboard goes on from it. */
  takesFocus?: boolean;
}

function Heading({ takesFocus, children }: { takesFocus: boolean; children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <Title order={2} size="h3" id="transfer" ref={heading} tabIndex={-1}>
      {children}
    </Title>
  );
}

/** Where to send the money of an order that waits for a bank transfer; nothing for any other. */
export function TransferCard({ order, takesFocus = false }: TransferCardProps) {
  const { transfer, total, currency } = order;
  if (transfer === null) return null;
  const { holder, bank, account, code, words, reference } = transfer;
  const facts = [
    ['Account holder', holder],
    ['IBAN or account number', account],
    ['Bank code', code],
    ['Bank', bank],
    ['Reference', reference],
  ].filter((fact): fact is [string, string] => fact[1] !== '');
  return (
    <section className={styles.card} aria-labelledby="transfer">
      <Heading takesFocus={takesFocus}>
        {`Send ${moneyText({ amount: total, currency })} by bank transfer`}
      </Heading>
      <dl className={own.facts}>
        {facts.map(([label, value]) => (
          <div key={label} className={own.fact}>
            <dt>{label}</dt>
            <dd>
              <bdi>{value}</bdi>
              <ActionIcon
                variant="subtle"
                size={40}
                aria-label={`Copy ${label}`}
                onClick={() => void copy(label, value)}
              >
                <IconCopy size={20} stroke={1.75} aria-hidden />
              </ActionIcon>
            </dd>
          </div>
        ))}
      </dl>
      {words !== '' && (
        <Text dir="auto" style={{ whiteSpace: 'pre-line' }}>
          {words}
        </Text>
      )}
      <Text>
        Please give the reference, so that we know which order the money is for. We send you an email when it
        has come: banks need a few days.
      </Text>
    </section>
  );
}
