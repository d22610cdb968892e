import { Text, Title } from '@mantine/core';
import { moneyText } from '#contract/kit/money.ts';
import type { TrackedOrder } from '#contract/orders/orders.schema.ts';
import { CopyField } from '#src/ui/copy-field.tsx';
import styles from './orders.module.css';

/** Where to send the money of an order that waits for a bank transfer; nothing for any other. */
export function TransferCard({ order: { transfer, total, currency } }: { order: TrackedOrder }) {
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
      <Title order={2} size="h3" id="transfer">
        Send {moneyText({ amount: total, currency })} by bank transfer
      </Title>
      {facts.map(([label, value]) => (
        <CopyField
          key={label}
          label={label}
          value={value}
          copied={`${label} copied`}
          failed="It could not be copied. Please copy it by hand."
        />
      ))}
      {words !== '' && (
        <Text dir="auto" style={{ whiteSpace: 'pre-line' }}>
          {words}
        </Text>
      )}
      <Text>
        Please give the reference, so that we know which order the money is for. We send you an e-mail when it
        has come: banks need a few days.
      </Text>
    </section>
  );
}
