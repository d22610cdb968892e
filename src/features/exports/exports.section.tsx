import '@mantine/core/styles/Stack.layer.css';
import { Button, Stack, Text } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import { exportDays } from '#contract/exports/exports.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import { ApiProblem } from '#src/sync/api-client.ts';
import { AnswerWaiting } from '#src/ui/answer-waiting.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { FormModal } from '#src/ui/form-modal.tsx';
import { notify } from '#src/ui/notify.tsx';
import { ReasonForm, useReasonForm } from '#src/ui/reason-form.tsx';
import { ExportRow } from './export-row.tsx';
import type { ExportCalls } from './exports.calls.ts';

/** Milliseconds between two looks at one that is being made. */
const lookAgain = 3000;

const title = 'Export everything?';
const question = `All lists, work, pictures and recordings are written into ZIP files, which are kept for ${exportDays} days. They hold names of children: keep them safe.`;

interface StartProps {
  tenantId: string;
  start: (reason: string) => Promise<boolean>;
  onClose: () => void;
}

function ReasonToExport({ tenantId, start, onClose }: StartProps) {
  const form = useReasonForm('Please say why');
  const draft = useFormDraft(`export of ${tenantId}`, form);
  return (
    <ReasonForm
      form={form}
      draft={draft}
      maxLength={300}
      question={question}
      label="Reason"
      reader="It stays in the audit of the platform and of the school."
      submitLabel="Export"
      onSubmit={start}
      onClose={onClose}
    />
  );
}

interface ExportsSectionProps {
  /** The same one while the school is the same. */
  calls: ExportCalls;
  /** The school of which the platform asks for one and says why; null of the own school. */
  reasonFor: string | null;
}

/** Exports of a school: ask for one, see how far it is, download it. */
export function ExportsSection({ calls, reasonFor }: ExportsSectionProps) {
  const [isAsking, setAsking] = useState(false);
  const { status, value: rows, busy, isGone, reload } = useAnswer(calls.list);
  const isMade = rows?.some(({ state }) => state === 'waiting') === true;
  useInterval(() => isMade && reload(), lookAgain, { autoInvoke: true });

  async function start(reason: string): Promise<boolean> {
    try {
      await calls.start(reason);
    } catch (error) {
      notify.error('The export could not be started', failureOf(error).text);
      // Without a network the list would go, and the dialog with its reason.
      if (error instanceof ApiProblem) reload();
      return false;
    }
    reload();
    return true;
  }

  if (rows)
    return (
      <Stack align="flex-start">
        <Text>
          Take everything along: lists as CSV, all data as JSON, pictures and recordings as files. Nothing
          here is changed.
        </Text>
        {rows.map((row) => (
          <ExportRow key={row.id} row={row} linkOf={(part) => calls.linkOf(row.id, part)} />
        ))}
        <Button variant="light" disabled={isMade} onClick={() => setAsking(true)}>
          Export…
        </Button>
        {reasonFor !== null ? (
          <FormModal opened={isAsking} title={title} onClose={() => setAsking(false)}>
            <ReasonToExport tenantId={reasonFor} start={start} onClose={() => setAsking(false)} />
          </FormModal>
        ) : (
          <ConfirmDialog
            opened={isAsking}
            title={title}
            question={question}
            confirmLabel="Export"
            onConfirm={async () => {
              await start('');
            }}
            onClose={() => setAsking(false)}
          />
        )}
      </Stack>
    );
  return (
    <AnswerWaiting
      answer={{ status, busy, isGone, reload }}
      failed="The exports could not be fetched"
      unreachable={`They can be made and downloaded ${asSoonAsReached}.`}
      height={64}
    />
  );
}
