import { Skeleton, Table, Text } from '@mantine/core';
import { moneyText } from '#contract/kit/money.ts';
import type { SoldSum } from '#contract/orders/sold.schema.ts';
import styles from './sales.module.css';

interface SoldSumsProps {
  answer: { value: readonly SoldSum[] | null; status: string };
}

const parts = [
  ['amount', 'Paid'],
  ['refunded', 'Given back'],
  ['cause', 'For causes'],
  ['school', 'For schools'],
  ['platform', 'For us'],
  ['tax', 'Tax'],
] as const;

/** What was sold, added up by currency. Practice money has rows of its own. */
export function SoldSums({ answer: { value, status } }: SoldSumsProps) {
  if (value === null)
    return status === 'loading' ? (
      <Skeleton height={80} role="status" aria-label="Loading" />
    ) : (
      <Text role="alert">The sums could not be fetched. Please try again.</Text>
    );
  if (value.length === 0) return null;
  return (
    <div className={styles.sums} role="region" aria-label="Sums" tabIndex={0}>
      <Table captionSide="top">
        <Table.Caption className={styles.sumsCaption}>Sums by currency</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Currency</Table.Th>
            {parts.map(([key, label]) => (
              <Table.Th key={key} scope="col" ta="end">
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {value.map((sum) => (
            <Table.Tr key={`${sum.currency} ${sum.is_test}`}>
              <Table.Th scope="row">
                {sum.currency}
                {sum.is_test && ', practice'}
              </Table.Th>
              {parts.map(([key]) => (
                <Table.Td key={key} ta="end">
                  {moneyText({ amount: sum[key], currency: sum.currency })}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
