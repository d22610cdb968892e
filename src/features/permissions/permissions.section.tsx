import '@mantine/core/styles/Stack.layer.css';
import { Button, Group, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useId, useState } from 'react';
import {
  permissionNoteLength,
  purposes,
  type Permission,
  type Purpose,
} from '#contract/permissions/permissions.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { Day } from '#src/ui/day.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { useDirtyForm } from '#src/ui/dirty-forms.ts';
import { DraftNote } from '#src/ui/draft-note.tsx';
import { purposeWords } from './permission-words.ts';
import styles from './permissions.module.css';
import { usePermissions } from './use-permissions.ts';

interface PermissionsSectionProps {
  studentId: string;
  api?: ApiClient;
  /** What changes with it, such as what stands beside it. */
  onChanged?: () => void;
}

/** What the guardian of a child allowed, each thing by itself, and how the school knows. */
export function PermissionsSection({ studentId, api = apiClient, onChanged }: PermissionsSectionProps) {
  const { status, permissions, isGone, busy, reload, record, end } = usePermissions(api, studentId);
  const [asked, setAsked] = useState<Purpose | null>(null);
  const [ending, setEnding] = useState<Purpose | null>(null);
  const title = useId();

  /** True once the school has it. */
  async function settle(done: Promise<boolean>): Promise<boolean> {
    const isDone = await done;
    if (isDone) onChanged?.();
    return isDone;
  }

  return (
    <section className={styles.card} aria-labelledby={title}>
      <Title order={2} size="h3" id={title}>
        What a guardian allowed
      </Title>
      <Text c="dimmed">
        Record what a parent or guardian said to the school. Without it nothing of the child is for everybody.
      </Text>
      {permissions === null ? (
        status === 'loading' ? (
          <Skeleton height={200} role="status" aria-label="Loading" />
        ) : (
          <AnswerMissing
            status={status === 'unreachable' ? 'unreachable' : 'failed'}
            busy={busy}
            isGone={isGone}
            failed="This could not be fetched"
            unreachable={`What a guardian allowed shows up here ${asSoonAsReached}.`}
            onRetry={reload}
          />
        )
      ) : (
        <ul className={styles.list}>
          {purposes.map((purpose) => (
            <PurposeRow
              key={purpose}
              purpose={purpose}
              last={permissions.find((each) => each.purpose === purpose) ?? null}
              busy={busy}
              onRecord={() => setAsked(purpose)}
              onEnd={() => setEnding(purpose)}
            />
          ))}
        </ul>
      )}
      {asked !== null && (
        <RecordDialog
          studentId={studentId}
          purpose={asked}
          busy={busy}
          onDone={(note) => settle(record(asked, note))}
          onClose={() => setAsked(null)}
        />
      )}
      <ConfirmDialog
        opened={ending !== null}
        title="The guardian took it back?"
        question={ending && `${purposeWords[ending].allows}: no longer. ${purposeWords[ending].without}`}
        confirmLabel="Take it back"
        onConfirm={async () => {
          if (ending) await settle(end(ending));
        }}
        onClose={() => setEnding(null)}
      />
    </section>
  );
}

interface PurposeRowProps {
  purpose: Purpose;
  /** What was recorded last. */
  last: Permission | null;
  busy: boolean;
  onRecord: () => void;
  onEnd: () => void;
}

function PurposeRow({ purpose, last, busy, onRecord, onEnd }: PurposeRowProps) {
  const { allows, without } = purposeWords[purpose];
  const isGiven = last?.ended_at === null;
  return (
    <li className={styles.row} aria-label={allows}>
      <div className={styles.words}>
        <Text fw={600}>{allows}</Text>
        {isGiven ? <Given permission={last} /> : <Text c="dimmed">Not yet. {without}</Text>}
        {last !== null && !isGiven && <TakenBack permission={last} />}
      </div>
      {isGiven ? (
        <Button variant="default" disabled={busy} onClick={onEnd}>
          Take it back
        </Button>
      ) : (
        <Button variant="light" disabled={busy} onClick={onRecord}>
          Record a yes
        </Button>
      )}
    </li>
  );
}

function Given({ permission: { recorded_at, recorded_by, note } }: { permission: Permission }) {
  return (
    <>
      <Text>
        Yes, since <Day at={recorded_at} />
        {recorded_by !== null && (
          <>
            , recorded by <bdi>{recorded_by}</bdi>
          </>
        )}
      </Text>
      {note !== '' && (
        <Text c="dimmed" dir="auto">
          {note}
        </Text>
      )}
    </>
  );
}

function TakenBack({ permission: { ended_at, ended_by } }: { permission: Permission }) {
  if (ended_at === null) return null;
  return (
    <Text c="dimmed">
      Taken back <Day at={ended_at} />
      {ended_by !== null && (
        <>
          {' '}
          by <bdi>{ended_by}</bdi>
        </>
      )}
    </Text>
  );
}

interface RecordDialogProps {
  studentId: string;
  purpose: Purpose;
  busy: boolean;
  /** True once it is recorded. */
  onDone: (note: string) => Promise<boolean>;
  onClose: () => void;
}

function RecordDialog({ studentId, purpose, busy, onDone, onClose }: RecordDialogProps) {
  const form = useForm({ initialValues: { note: '' } });
  const draft = useFormDraft(`permission ${studentId} ${purpose}`, form);
  const isDirty = form.isDirty();
  useDirtyForm(isDirty, draft.end);

  async function record({ note }: { note: string }): Promise<void> {
    if (!(await onDone(note))) return;
    draft.end();
    onClose();
  }

  return (
    <Dialog
      opened
      size={480}
      title="A guardian said yes"
      closeOnEscape={!isDirty}
      closeOnClickOutside={!isDirty}
      onClose={onClose}
    >
      <form onSubmit={form.onSubmit(record)}>
        <Stack gap="md">
          <DraftNote draft={draft} />
          <Text>{purposeWords[purpose].allows}.</Text>
          <TextInput
            label="How do you know?"
            description="Such as: form of 3 May. You may leave it empty."
            maxLength={permissionNoteLength}
            dir="auto"
            {...form.getInputProps('note')}
          />
          <Group justify="flex-end">
            <Button type="submit" loading={busy}>
              Record it
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
