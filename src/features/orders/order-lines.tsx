import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { moneyText } from '#contract/kit/money.ts';
import type { Quote } from '#contract/orders/orders.schema.ts';
import { kindWords } from '#src/lib/line-kinds.ts';
import styles from './orders.module.css';

type Line = Pick<Quote['lines'][number], 'kind' | 'title' | 'quantity' | 'amount' | 'cause'>;

interface OrderLinesProps<Each extends Line> {
  lines: readonly Each[];
  currency: string;
  total: number;
  /** What more there is to say of a line, such as how far it is. */
  note?: (line: Each) => ReactNode;
}

/** What an order is made of, with its sum. */
export function OrderLines<Each extends Line>({ lines, currency, total, note }: OrderLinesProps<Each>) {
  return (
    <>
      <ul className={styles.lines} aria-label="What you buy">
        {lines.map((line, place) => (
          <li key={`${place} ${line.kind} ${line.title}`} className={styles.line}>
            <span>
              {line.kind === 'shipping' ? (
                kindWords.shipping
              ) : (
                <>
                  <bdi>{line.title}</bdi>, {kindWords[line.kind].toLowerCase()}
                  {line.quantity > 1 && ` × ${line.quantity}`}
                </>
              )}
              {note && (
                <Text span display="block" c="dimmed">
                  {note(line)}
                </Text>
              )}
            </span>
            <span className={styles.amount}>{moneyText({ amount: line.amount, currency })}</span>
          </li>
        ))}
      </ul>
      <p className={styles.total} style={{ marginBlock: 0 }}>
        <span>Total</span>
        <span>{moneyText({ amount: total, currency })}</span>
      </p>
    </>
  );
}
