import { Alert, Button, Group, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useMemo, useRef, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { causeEndpoints } from '#contract/causes/causes.endpoints.ts';
import { causeLimits, taxSchemes, type ManagedCause } from '#contract/causes/causes.schema.ts';
import { listCountries } from '#contract/kit/countries.ts';
import type { FieldErrors } from '#contract/kit/problem.ts';
import { currencyCodes, currencyName } from '#contract/kit/currencies.ts';
import { firstTexts } from '#src/lib/field-errors.ts';
import { failureOf, type FailureInWords } from '#src/session/failure-words.ts';
import { takeOverSaved } from '#src/session/take-over-saved.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { CancelButton } from '#src/ui/cancel-button.tsx';
import { useDirtyForm } from '#src/ui/dirty-forms.ts';
import { DraftNote } from '#src/ui/draft-note.tsx';
import { FailureNote } from '#src/ui/failure-note.tsx';
import { focusFirstWrong } from '#src/ui/first-wrong-field.ts';
import { causeValues, readCause } from './cause-values.ts';
import { taxSchemeWords } from './causes.words.ts';
import styles from './causes.module.css';

interface CauseFormProps {
  /** Null: a new one. */
  cause: ManagedCause | null;
  /** What has to be filled in before it can be checked, by field. */
  missing?: FieldErrors;
  /** Whether its name and registration stay as they are: the platform checked them. */
  isChecked: boolean;
  api: ApiClient;
  cancelTo: string;
  onSaved: (cause: ManagedCause) => void;
}

/** Their text says what they are; the others are choices. */
const typedFields = ['name', 'summary', 'story', 'goal', 'registration_no'] as const;

/** What a cause says of itself. */
export function CauseForm({ cause, missing = {}, isChecked, api, cancelTo, onSaved }: CauseFormProps) {
  const own = useRef<HTMLFormElement>(null);
  const isIncomplete = Object.keys(missing).length > 0;
  const [failure, setFailure] = useState<FailureInWords | null>(null);
  // The same for each try, so that it is made once.
  const [newId] = useState(uuidv7);
  const id = cause?.id ?? newId;
  const form = useForm({
    initialValues: causeValues(cause),
    initialErrors: firstTexts(missing),
    validate: (values) => readCause(values, id).errors,
  });
  useEffect(() => {
    if (isIncomplete && own.current) focusFirstWrong(own.current);
  }, [isIncomplete]);
  const draft = useFormDraft(`cause ${cause?.id ?? 'new'}`, form);
  useDirtyForm(form.isDirty(), draft.end);
  const countries = useMemo(
    () => [
      { value: '', label: 'Choose a country' },
      ...listCountries().map(({ code, name }) => ({ value: code, label: name })),
    ],
    [],
  );
  const currencies = useMemo(
    () => currencyCodes.map((code) => ({ value: code, label: `${code}, ${currencyName(code)}` })),
    [],
  );

  async function submit(): Promise<void> {
    setFailure(null);
    try {
      const now = cause && (await api.call(causeEndpoints.readOwn, { params: { id } }));
      const values = now ? takeOverSaved(form, causeValues(now), typedFields) : form.getValues();
      const { cause: body } = values ? readCause(values, id) : { cause: null };
      if (!body) return;
      const { id: _id, name, country, registration_no, tax_scheme, ...rest } = body;
      const checked = { name, country, registration_no, tax_scheme };
      const saved = cause
        ? await api.call(causeEndpoints.update, {
            params: { id },
            body: isChecked ? rest : { ...rest, ...checked },
          })
        : await api.call(causeEndpoints.create, { body });
      form.resetDirty();
      draft.end();
      onSaved(saved);
    } catch (error) {
      const found = failureOf(error);
      setFailure(found);
      form.setErrors(found.fields);
    }
  }

  return (
    <form ref={own} noValidate className={styles.form} onSubmit={form.onSubmit(submit)}>
      <DraftNote draft={draft} />
      {failure && <FailureNote failure={failure} />}
      {isIncomplete && (
        <Alert role="note" variant="light">
          Something is missing. Fill in the marked fields, save, and try again.
        </Alert>
      )}
      {isChecked && (
        <Alert role="note" variant="light">
          The platform checks the name and the registration, so they stay as they are.
        </Alert>
      )}
      <TextInput
        label="Name"
        required
        disabled={isChecked}
        maxLength={causeLimits.name}
        dir="auto"
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <TextInput
        label="In a sentence"
        description="What the money is for. It stands on the card of the cause."
        required
        maxLength={causeLimits.summary}
        dir="auto"
        autoComplete="off"
        {...form.getInputProps('summary')}
      />
      <Textarea
        label="Story"
        description="Who is helped, where, and how. Children read it, too."
        autosize
        minRows={6}
        maxLength={causeLimits.story}
        dir="auto"
        {...form.getInputProps('story')}
      />
      <div className={styles.two}>
        <TextInput
          label="Goal"
          description="Leave it empty for none."
          inputMode="decimal"
          autoComplete="off"
          {...form.getInputProps('goal')}
        />
        <NativeSelect
          label="Currency of the goal"
          description="Only money in it counts for the bar."
          data={currencies}
          {...form.getInputProps('currency')}
        />
      </div>
      <NativeSelect
        label="Country"
        description="Where it is registered."
        data={countries}
        disabled={isChecked}
        {...form.getInputProps('country')}
      />
      <div className={styles.two}>
        <TextInput
          label="Registration number"
          description="As the register has it."
          disabled={isChecked}
          maxLength={causeLimits.registration}
          autoComplete="off"
          {...form.getInputProps('registration_no')}
        />
        <NativeSelect
          label="Tax scheme"
          description="For receipts of gifts."
          disabled={isChecked}
          data={taxSchemes.map((value) => ({ value, label: taxSchemeWords[value] }))}
          {...form.getInputProps('tax_scheme')}
        />
      </div>
      <Group>
        <Button type="submit" loading={form.submitting}>
          Save
        </Button>
        <CancelButton to={cancelTo} />
      </Group>
    </form>
  );
}
