import { Checkbox, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { pictureProblem } from '#contract/kit/picture-problem.ts';
import { platformModeEndpoints } from '#contract/modes/platform-modes.endpoints.ts';
import { modeLimits, type ManagedMode } from '#contract/modes/platform-modes.schema.ts';
import { failureOf, type FailureInWords } from '#src/session/failure-words.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { FailureNote } from '#src/ui/failure-note.tsx';
import { ModalForm } from '#src/ui/form-modal.tsx';
import { PictureField } from '#src/ui/picture-field.tsx';

interface ModeFormProps {
  /** Null: a new one. */
  mode: ManagedMode | null;
  api: ApiClient;
  onSaved: () => void;
}

/** Name and picture of a mode; of a new one also whether schools are offered it at once. Sends only what changed. */
export function ModeForm({ mode, api, onSaved }: ModeFormProps) {
  // The same for each try, so that it is added once.
  const [newId] = useState(uuidv7);
  const [picture, setPicture] = useState<File | null>(null);
  const [pictureError, setPictureError] = useState<string | null>(null);
  const [failure, setFailure] = useState<FailureInWords | null>(null);
  const form = useForm({
    initialValues: { name: mode?.name ?? '', active: true },
    validate: { name: (name) => (name.trim() === '' ? 'Please enter a name' : null) },
  });
  const draft = useFormDraft(`mode ${mode?.id ?? 'new'}`, form);

  async function submit({ name, active }: { name: string; active: boolean }): Promise<void> {
    if (mode === null && picture === null) {
      setPictureError('Please choose a picture');
      return;
    }
    setFailure(null);
    setPictureError(null);
    try {
      if (mode)
        await api.call(platformModeEndpoints.update, {
          params: { id: mode.id },
          body: { ...(name !== mode.name && { name }), ...(picture && { image: picture }) },
        });
      else if (picture)
        await api.call(platformModeEndpoints.create, { body: { id: newId, name, active, image: picture } });
    } catch (error) {
      const found = failureOf(error);
      const { image, ...fields } = found.fields;
      form.setErrors(fields);
      setPictureError(image ?? null);
      setFailure(found);
      return;
    }
    draft.end();
    onSaved();
  }

  return (
    <ModalForm
      dirty={form.isDirty() || picture !== null}
      draft={draft}
      submitLabel="Save"
      submitting={form.submitting}
      onSubmit={form.onSubmit(submit)}
    >
      {failure && <FailureNote failure={failure} />}
      <TextInput
        label="Name"
        required
        maxLength={modeLimits.name}
        dir="auto"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <PictureField
        label="Picture"
        check={pictureProblem}
        present={mode?.image ?? null}
        value={picture}
        error={pictureError}
        onChange={(file, problem) => {
          setPicture(file);
          setPictureError(problem);
        }}
      />
      {mode === null && (
        <Checkbox
          size="md"
          label="Offer it to schools now"
          {...form.getInputProps('active', { type: 'checkbox' })}
        />
      )}
    </ModalForm>
  );
}
