import '@mantine/core/styles/Group.layer.css';
import '@mantine/core/styles/Table.layer.css';
import '@mantine/core/styles/Stack.layer.css';
import { Button, Group, Stack, Table, Text, Title } from '@mantine/core';
import { useCallback } from 'react';
import { closingEndpoints } from '#contract/closings/closings.endpoints.ts';
import type { SignedReceipt } from '#contract/closings/closings.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerWaiting } from '#src/ui/answer-waiting.tsx';
import { sayInFull } from '#src/ui/moments.ts';
import { saveFile } from '#src/ui/save-file.ts';
import { StateMark } from '#src/ui/state-mark.tsx';
import styles from './receipt.module.css';

function Sheet({ receipt, signature, is_genuine }: SignedReceipt) {
  const { school, closed_by, reason, begun_at, gone_at, tables, kept, audit_sha256, backups_gone_at } =
    receipt;
  return (
    <div className={styles.sheet}>
      <Title order={3} dir="auto">
        Receipt: {school.school_name} is gone
      </Title>
      <Text>
        Closed by the {closed_by} on {sayInFull(begun_at)}, deleted on {sayInFull(gone_at)}. The last backup
        with it is gone on {sayInFull(backups_gone_at)}.
      </Text>
      <Text dir="auto">Reason: {reason}</Text>
      <StateMark
        good={is_genuine}
        text={is_genuine ? 'The signature is right' : 'The signature is wrong: somebody changed this receipt'}
      />
      <Table className={styles.rows}>
        <caption>Rows that were deleted</caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Table</Table.Th>
            <Table.Th scope="col">Before</Table.Th>
            <Table.Th scope="col">After</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {tables.map(({ table, before, after }) => (
            <Table.Tr key={table}>
              <Table.Th scope="row">{table}</Table.Th>
              <Table.Td>{before}</Table.Td>
              <Table.Td>{after}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text>
        The platform keeps its own books of money, as the law asks, without names of children:{' '}
        {kept.map(({ table, rows }) => `${table} ${rows}`).join(', ')}.
      </Text>
      <Text className={styles.code}>Audit SHA-256: {audit_sha256 ?? 'no entries'}</Text>
      <Text className={styles.code}>Signature: {signature}</Text>
    </div>
  );
}

/** What is left of a school, to print and to save. */
export function ReceiptSection({ tenantId, api = apiClient }: { tenantId: string; api?: ApiClient }) {
  const load = useCallback(
    (signal: AbortSignal) => api.call(closingEndpoints.readReceipt, { params: { tenantId } }, { signal }),
    [api, tenantId],
  );
  const { status, value: signed, busy, isGone, reload } = useAnswer(load);
  if (signed)
    return (
      <Stack>
        <Group className={styles.controls}>
          <Button onClick={() => window.print()}>Print</Button>
          <Button
            variant="default"
            onClick={() => {
              const { receipt, signature } = signed;
              const json = JSON.stringify({ receipt, signature }, null, 2);
              saveFile(new Blob([json], { type: 'application/json' }), `receipt-${tenantId}.json`);
            }}
          >
            Save as JSON
          </Button>
        </Group>
        <Sheet {...signed} />
      </Stack>
    );
  return (
    <AnswerWaiting
      answer={{ status, busy, isGone, reload }}
      failed="The receipt could not be fetched"
      unreachable={`It can be printed ${asSoonAsReached}.`}
      height={200}
    />
  );
}
