import { Text } from '@mantine/core';
import { useCallback } from 'react';
import { panelAuditEndpoints } from '#contract/panel/panel-audit.endpoints.ts';
import type { PanelAuditEntry } from '#contract/panel/panel-audit.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerWaiting } from '#src/ui/answer-waiting.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { sayInFull } from '#src/ui/moments.ts';
import { actionName } from './audit.words.ts';
import styles from '#src/panel/panel.module.css';

interface DetailsProps {
  entry: PanelAuditEntry;
  api: ApiClient;
}

function Details({ entry: { tenant, id, at }, api }: DetailsProps) {
  const load = useCallback(
    (signal: AbortSignal) =>
      api.call(panelAuditEndpoints.readAudit, { params: { tenantId: tenant.id, id } }, { signal }),
    [api, tenant.id, id],
  );
  const { status, value, busy, isGone, reload } = useAnswer(load);
  if (value === null)
    return (
      <AnswerWaiting
        answer={{ status, busy, isGone, reload }}
        failed="The details could not be fetched"
        unreachable={`The details show up here ${asSoonAsReached}.`}
        height={120}
      />
    );
  const facts = [
    { name: 'School', value: tenant.school_name },
    { name: 'When', value: sayInFull(at) },
    ...(value.subject_id === null ? [] : [{ name: 'About (id)', value: value.subject_id }]),
    ...value.details.map(({ name, value: text }) => ({ name: name.replaceAll('_', ' '), value: text })),
  ];
  return (
    <>
      <dl className={styles.facts}>
        {facts.map(({ name, value: text }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{text}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <Text size="sm" c="dimmed" mt="md">
        That you looked stands in the audit.
      </Text>
    </>
  );
}

interface AuditDetailsDialogProps {
  /** Null before one was opened. */
  entry: PanelAuditEntry | null;
  opened: boolean;
  api: ApiClient;
  onClose: () => void;
}

/** What else was written down about one entry. Each look is in the audit. */
export function AuditDetailsDialog({ entry, opened, api, onClose }: AuditDetailsDialogProps) {
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={entry === null ? 'Details' : actionName(entry.action)}
      size={520}
      fillsPhone
    >
      {entry !== null && <Details key={entry.id} entry={entry} api={api} />}
    </Dialog>
  );
}
