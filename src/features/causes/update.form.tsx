import { Button, Group, NativeSelect, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { causeEndpoints } from '#contract/causes/causes.endpoints.ts';
import { causeLimits, type ManagedCause } from '#contract/causes/causes.schema.ts';
import { moneyText } from '#contract/kit/money.ts';
import { pictureProblem } from '#contract/kit/picture-problem.ts';
import { sayDate } from '#src/lib/days.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { useDirtyForm } from '#src/ui/dirty-forms.ts';
import { DraftNote } from '#src/ui/draft-note.tsx';
import { notify } from '#src/ui/notify.tsx';
import { PictureField } from '#src/ui/picture-field.tsx';
import styles from './causes.module.css';

interface UpdateFormProps {
  causeId: string;
  /** Those of which it can tell. */
  payouts: ManagedCause['payouts'];
  api: ApiClient;
  onTold: () => void;
}

/** Tells what happened with the money of a cause. */
export function UpdateForm({ causeId, payouts, api, onTold }: UpdateFormProps) {
  const [picture, setPicture] = useState<File | null>(null);
  const [pictureError, setPictureError] = useState<string | null>(null);
  // The same for each try, so that it is told once.
  const [id, setId] = useState(uuidv7);
  const form = useForm({
    initialValues: { text: '', payout_id: '' },
    validate: { text: (text) => (text.trim() === '' ? 'Please write what happened' : null) },
  });
  const draft = useFormDraft(`cause ${causeId} update`, form);
  useDirtyForm(form.isDirty() || picture !== null, draft.end);

  async function submit({ text, payout_id }: typeof form.values): Promise<void> {
    try {
      const body = { id, text, ...(picture && { picture }), ...(payout_id !== '' && { payout_id }) };
      await api.call(causeEndpoints.addUpdate, { params: { id: causeId }, body });
    } catch (error) {
      const { text: why, fields } = failureOf(error);
      form.setErrors(fields);
      setPictureError(fields['picture'] ?? null);
      if (Object.keys(fields).length === 0) notify.error('The update could not be sent', why);
      return;
    }
    form.reset();
    draft.end();
    setPicture(null);
    setId(uuidv7());
    notify.success('Everybody can read it now');
    onTold();
  }

  return (
    <form noValidate className={styles.form} onSubmit={form.onSubmit(submit)}>
      <DraftNote draft={draft} />
      <Textarea
        label="What happened?"
        description="Such as “The well is dug. 300 people drink from it.” Everybody reads it, and it stays."
        autosize
        minRows={3}
        maxLength={causeLimits.update}
        dir="auto"
        {...form.getInputProps('text')}
      />
      {payouts.length > 0 && (
        <NativeSelect
          label="About a payout"
          data={[
            { value: '', label: 'None' },
            ...payouts.map(({ id: value, sent_on, ...money }) => ({
              value,
              label: `${moneyText(money)}, ${sayDate(sent_on)}`,
            })),
          ]}
          {...form.getInputProps('payout_id')}
        />
      )}
      <PictureField
        label="Picture of the update"
        check={pictureProblem}
        present={null}
        value={picture}
        error={pictureError}
        onChange={(file, problem) => {
          setPicture(file);
          setPictureError(problem);
        }}
      />
      <Group>
        <Button type="submit" loading={form.submitting}>
          Tell everybody
        </Button>
      </Group>
    </form>
  );
}
