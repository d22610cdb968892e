import '@mantine/core/styles/Stack.layer.css';
import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useId, useState } from 'react';
import { moderationEndpoints } from '#contract/moderation/moderation.endpoints.ts';
import { reportWords } from '#contract/moderation/moderation.rules.ts';
import { moderationWords, reportReasons } from '#contract/moderation/moderation.schema.ts';
import type { Work } from '#contract/works/works.schema.ts';
import { apiClient } from '#src/session/api.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { Dialog } from '#src/ui/dialog.tsx';
import { useDirtyForm } from '#src/ui/dirty-forms.ts';
import { DraftNote } from '#src/ui/draft-note.tsx';
import { FailureNote, type Failure } from '#src/ui/failure-note.tsx';
import styles from '#src/document/works.module.css';

const thanks = 'Thank you. The school will look at it.';

const spoken = [
  'What is not right? You tell the school about it. The author does not learn that it was you. Tap what it is',
  ...reportReasons.map((reason) => reportWords[reason]),
  'Then tap the button at the bottom',
].join('. ');

interface ReportDialogProps {
  work: Pick<Work, 'id' | 'title'>;
  onClose: () => void;
  api?: ApiClient;
}

/** Tells the school that something in a work is not right. Who tells it is not told to the author. */
export function ReportDialog({ work, onClose, api = apiClient }: ReportDialogProps) {
  const form = useForm({ initialValues: { reason: '', words: '' } });
  const draft = useFormDraft(`report ${work.id}`, form);
  const reason = reportReasons.find((each) => each === form.values.reason);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isTold, setTold] = useState(false);
  const wrong = useId();
  const isUnnamed = form.errors['reason'] !== undefined;
  const isDirty = !isTold && form.isDirty();
  useDirtyForm(isDirty, draft.end);

  async function tell(): Promise<void> {
    if (!reason) {
      form.setFieldError('reason', 'Choose what it is.');
      return;
    }
    setBusy(true);
    setFailure(null);
    try {
      const { words } = form.values;
      await api.call(moderationEndpoints.report, { params: { workId: work.id }, body: { reason, words } });
      setTold(true);
      draft.end();
    } catch (error) {
      setFailure(failureOf(error, { offline: 'Your words stay here until it can be.' }));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      opened
      size={520}
      fillsPhone
      title="What is not right?"
      spoken={isTold ? thanks : spoken}
      closeOnEscape={!isDirty}
      closeOnClickOutside={!isDirty}
      onClose={onClose}
    >
      {isTold ? (
        <Stack gap="md">
          <Text role="status">{thanks}</Text>
          <Group>
            <Button size="lg" onClick={onClose}>
              Close
            </Button>
          </Group>
        </Stack>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void tell();
          }}
        >
          <Stack gap="md">
            <DraftNote draft={draft} />
            <Text dir="auto">
              You tell the school about “{work.title}”. The author does not learn that it was you.
            </Text>
            <fieldset
              className={styles.reasons}
              aria-describedby={isUnnamed ? wrong : undefined}
              data-wrong={isUnnamed || undefined}
            >
              <legend>What is it?</legend>
              {isUnnamed && (
                <Text id={wrong} role="alert" c="var(--mantine-color-error)">
                  {form.errors['reason']}
                </Text>
              )}
              {reportReasons.map((each) => (
                <label key={each} className={styles.reason}>
                  <input
                    type="radio"
                    name="reason"
                    value={each}
                    checked={reason === each}
                    onChange={() => form.setFieldValue('reason', each)}
                  />
                  {reportWords[each]}
                </label>
              ))}
            </fieldset>
            <Textarea
              label="Do you want to say more?"
              description="You may leave it empty. Please do not write your name or your address."
              size="md"
              rows={3}
              maxLength={moderationWords}
              dir="auto"
              {...form.getInputProps('words')}
            />
            {failure && <FailureNote failure={failure} />}
            <Group>
              <Button type="submit" size="lg" loading={isBusy}>
                Tell the school
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Dialog>
  );
}
