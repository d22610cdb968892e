import { Anchor, Text } from '@mantine/core';
import { countryName } from '#contract/kit/countries.ts';
import { moneyText } from '#contract/kit/money.ts';
import { paths } from '#contract/kit/paths.ts';
import type { StaffOrder } from '#contract/orders/staff-orders.schema.ts';
import { addressOn } from '#src/session/other-host.ts';
import { Since } from '#src/ui/since.tsx';
import { documentName, eventName, fulfilmentNames, lineKinds } from './payments.words.ts';
import styles from './payments.module.css';

/** What was ordered, to the total. */
export function OrderedLines({ order: { lines, currency, total, refunded } }: { order: StaffOrder }) {
  const text = (amount: number) => moneyText({ amount, currency });
  return (
    <ul className={styles.list}>
      {lines.map((line) => (
        <li key={line.id} className={styles.item}>
          <span className={styles.words}>
            <bdi>{line.kind === 'shipping' ? lineKinds.shipping : line.title}</bdi>
            <Text span size="sm" c="dimmed">
              {[
                line.kind !== 'shipping' && lineKinds[line.kind],
                line.quantity > 1 && `${line.quantity} copies`,
                line.fulfilment && fulfilmentNames[line.fulfilment],
                line.tax.amount > 0 && `${text(line.tax.amount)} ${line.tax.name} in it`,
                line.refunded > 0 && `${text(line.refunded)} given back`,
              ]
                .filter(Boolean)
                .join(', ')}
            </Text>
          </span>
          <span className={styles.sum}>{text(line.amount)}</span>
        </li>
      ))}
      <li className={styles.item}>
        <strong className={styles.words}>Total</strong>
        <strong className={styles.sum}>{text(total)}</strong>
      </li>
      {refunded > 0 && (
        <li className={styles.item}>
          <span className={styles.words}>Given back</span>
          <span className={styles.sum}>{text(refunded)}</span>
        </li>
      )}
    </ul>
  );
}

/** Whose the money is. */
export function OrderShares({ order: { who_gets, currency, seller, school_name } }: { order: StaffOrder }) {
  const names = { school: school_name, platform: seller, tax: 'Tax', cause: 'The cause' };
  return (
    <ul className={styles.list}>
      {who_gets.map(({ party, cause, amount }) => (
        <li key={`${party} ${cause?.id ?? ''}`} className={styles.item}>
          <bdi className={styles.words}>{cause?.name ?? names[party]}</bdi>
          <span className={styles.sum}>{moneyText({ amount, currency })}</span>
        </li>
      ))}
    </ul>
  );
}

/** Who bought, as long as it is kept. */
export function OrderBuyer({ order: { buyer } }: { order: StaffOrder }) {
  const facts = [
    ['Name', buyer.name],
    ['Email', buyer.email],
    ['Country', buyer.country && countryName(buyer.country)],
  ] as const;
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd dir="auto">{value ?? 'Not kept any more'}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What happened so far, the latest last. */
export function OrderEvents({ order }: { order: StaffOrder }) {
  return (
    <ul className={styles.list}>
      {order.events.map(({ kind, happened_at }) => (
        <li key={`${kind} ${happened_at}`} className={styles.item}>
          <span className={styles.words}>{eventName(kind)}</span>
          <Text c="dimmed">
            <Since at={happened_at} />
          </Text>
        </li>
      ))}
    </ul>
  );
}

/** Its receipts, invoices and credit notes, each at its school. */
export function OrderDocuments({ order }: { order: StaffOrder }) {
  return (
    <ul className={styles.list}>
      {order.documents.map(({ type, number: name, token }) => (
        <li key={name} className={styles.item}>
          <span className={styles.words}>{documentName(type)}</span>
          {order.host === null ? (
            <span className={styles.number}>{name}</span>
          ) : (
            <Anchor
              className={styles.number}
              href={addressOn(order.host, paths.invoice({ type, id: token }))}
            >
              {name}
            </Anchor>
          )}
        </li>
      ))}
    </ul>
  );
}
