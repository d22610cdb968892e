import { Button, Group, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { moderationWords } from '#contract/moderation/moderation.schema.ts';
import { monitoringProblems } from '#contract/monitoring/monitoring.problems.ts';
import type { WatchItem } from '#contract/monitoring/monitoring.schema.ts';
import { counted } from '#src/lib/counted.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import { ApiProblem, type ApiClient } from '#src/sync/api-client.ts';
import { FailureNote, type Failure } from '#src/ui/failure-note.tsx';
import { ModalForm } from '#src/ui/form-modal.tsx';
import { saySince, useNow } from '#src/ui/moments.ts';
import { notify } from '#src/ui/notify.tsx';
import { callOf, decisionWords, type Decision } from './watch-decisions.ts';

interface WatchDecisionFormProps {
  decision: Decision;
  item: WatchItem;
  api: ApiClient;
  onDecided: () => void;
  /** What was typed before the item was looked at again. */
  typed: string;
  /** Reads the item again; what is typed is handed over. */
  onLookAgain: (typed: string) => void;
}

/** What a refusal is about: that something is not as it was seen (law 8). */
function sayRefusal(error: ApiProblem, now: Date): string {
  const { details = {} } = error.body;
  if (error.code === monitoringProblems.claimed.code && typeof details['until'] === 'string')
    return `${error.message} They have it until ${saySince(details['until'], now)}. Your words are kept.`;
  if (error.code !== monitoringProblems.changed_since.code) return error.message;
  const { reports, text, state } = details;
  const changed = [
    ...(text === true ? ['the text was changed'] : []),
    ...(typeof reports === 'number' ? [`${counted(reports, 'more report')} came`] : []),
    ...(state === undefined ? [] : ['somebody decided about it']),
  ];
  return `Since you looked, ${changed.join(', and ')}. Your words are kept; please look at it again.`;
}

const isAboutLook = (error: unknown): error is ApiProblem =>
  error instanceof ApiProblem &&
  (error.code === monitoringProblems.changed_since.code || error.code === monitoringProblems.claimed.code);

/** One decision, in a `FormModal`: what it does, and the words that go with it. */
export function WatchDecisionForm({
  decision,
  item,
  typed,
  api,
  onDecided,
  onLookAgain,
}: WatchDecisionFormProps) {
  const words = decisionWords(decision, item);
  const form = useForm({
    initialValues: { reason: typed },
    validate: { reason: (reason) => (reason.trim() === '' ? words.missing : null) },
  });
  const draft = useFormDraft(`watch ${decision} ${item.work_id}`, form);
  const [failure, setFailure] = useState<(Failure & { isStale: boolean }) | null>(null);
  const now = useNow();

  async function decide({ reason }: { reason: string }): Promise<void> {
    const { tenant_id: tenantId, work_id: workId, revision, reports, state } = item;
    const seen = { revision, reports: reports.map(({ id }) => id), state };
    setFailure(null);
    try {
      await api.call(callOf[decision], { params: { tenantId, workId }, body: { seen, reason } });
    } catch (error) {
      const isStale = isAboutLook(error);
      setFailure(
        isStale
          ? { isOffline: false, text: sayRefusal(error, now), isStale }
          : { ...failureOf(error, { offline: 'Your words stay here until it can be.' }), isStale },
      );
      return;
    }
    draft.end();
    notify.success(words.done);
    onDecided();
  }

  return (
    <ModalForm
      dirty={form.isDirty()}
      draft={draft}
      submitLabel={words.submitLabel}
      submitting={form.submitting}
      danger={words.danger}
      onSubmit={form.onSubmit(decide)}
    >
      {failure && (
        <FailureNote failure={failure}>
          {failure.isStale && (
            <Group mt="sm">
              <Button variant="default" onClick={() => onLookAgain(form.values.reason)}>
                Look at it again
              </Button>
            </Group>
          )}
        </FailureNote>
      )}
      <Text dir="auto">{words.question}</Text>
      <Textarea
        label={words.label}
        description={words.reader}
        rows={3}
        maxLength={moderationWords}
        dir="auto"
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </ModalForm>
  );
}
