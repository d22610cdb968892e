import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useCallback, type ReactNode } from 'react';
import { limits } from '#contract/kit/limits.ts';
import { platformModeEndpoints } from '#contract/modes/platform-modes.endpoints.ts';
import type { OwnWorkForm } from '#contract/own-works/own-works.schema.ts';
import { categoryEndpoints } from '#contract/works/categories.endpoints.ts';
import { levelWords } from '#contract/works/works.rules.ts';
import { levels } from '#contract/works/works.schema.ts';
import { goalNames } from '#src/lib/goals.ts';
import { languageChoices } from '#src/lib/languages.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import styles from './offers.module.css';

/** Shelves and modes to choose from; none while they are not known, since a book may stand on none. */
function useChoices(api: ApiClient) {
  const shelves = useAnswer(
    useCallback(
      (signal: AbortSignal) =>
        api.call(categoryEndpoints.list, { query: { limit: limits.pageMaximum } }, { signal }),
      [api],
    ),
  );
  const modes = useAnswer(
    useCallback((signal: AbortSignal) => api.call(platformModeEndpoints.list, {}, { signal }), [api]),
  );
  return { shelves: shelves.value?.results ?? [], modes: modes.value?.results ?? [] };
}

interface Choice<Value> {
  value: Value;
  label: string;
}

interface ChecksProps<Value extends string | number> {
  legend: string;
  choices: readonly Choice<Value>[];
  values: readonly Value[];
  error: ReactNode;
  onChange: (values: Value[]) => void;
}

function Checks<Value extends string | number>({
  legend,
  choices,
  values,
  error,
  onChange,
}: ChecksProps<Value>) {
  if (choices.length === 0) return null;
  return (
    <fieldset className={styles.checks}>
      <legend>{legend}</legend>
      {choices.map(({ value, label }) => (
        <Checkbox
          key={value}
          label={<span dir="auto">{label}</span>}
          checked={values.includes(value)}
          onChange={({ currentTarget }) =>
            onChange(currentTarget.checked ? [...values, value] : values.filter((each) => each !== value))
          }
        />
      ))}
      {error && <p role="alert">{error}</p>}
    </fieldset>
  );
}

const goals = goalNames.map((name, place) => ({ value: place + 1, label: `${place + 1}. ${name}` }));

/** What is said of a book of the platform. */
export function OwnBookFields({ form, api }: { form: UseFormReturnType<OwnWorkForm>; api: ApiClient }) {
  const { shelves, modes } = useChoices(api);
  const { level, mode, language } = form.values;
  return (
    <>
      <TextInput label="Title" required dir="auto" autoComplete="off" {...form.getInputProps('title')} />
      <TextInput
        label="By"
        description="Who wrote it. Leave it empty if nobody knows."
        dir="auto"
        autoComplete="off"
        {...form.getInputProps('byline')}
      />
      <Textarea
        label="What is it about?"
        rows={3}
        maxLength={limits.blurbLength}
        dir="auto"
        {...form.getInputProps('blurb')}
      />
      <TextInput
        label="Source"
        description="Where it is from: the printed book with its year, or the address of a page."
        required
        dir="auto"
        autoComplete="off"
        {...form.getInputProps('source')}
      />
      <TextInput
        label="Licence"
        description="On what terms it may be shown, such as Public domain or CC BY 4.0."
        required
        dir="auto"
        autoComplete="off"
        {...form.getInputProps('licence')}
      />
      <TextInput
        label="Credit"
        description="Who made the words and the pictures. Shown on the Acknowledgement page."
        required
        dir="auto"
        autoComplete="off"
        {...form.getInputProps('credit')}
      />
      <NativeSelect label="Language" data={languageChoices(language)} {...form.getInputProps('language')} />
      <NativeSelect
        label="Level"
        data={[
          { value: '', label: 'Any' },
          ...levels.map((each) => ({ value: each, label: levelWords[each].label })),
        ]}
        value={level ?? ''}
        error={form.errors['level']}
        onChange={({ currentTarget }) =>
          form.setFieldValue('level', levels.find((each) => each === currentTarget.value) ?? null)
        }
      />
      <NativeSelect
        label="Mode"
        data={[
          { value: '', label: 'All modes' },
          ...modes.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={mode ?? ''}
        error={form.errors['mode']}
        onChange={({ currentTarget }) =>
          form.setFieldValue('mode', currentTarget.value === '' ? null : currentTarget.value)
        }
      />
      <Checks
        legend="Shelves"
        choices={shelves.map(({ id, name }) => ({ value: id, label: name }))}
        values={form.values.categories}
        error={form.errors['categories']}
        onChange={(chosen) => form.setFieldValue('categories', chosen)}
      />
      <Checks
        legend="Goals"
        choices={goals}
        values={form.values.sdgs}
        error={form.errors['sdgs']}
        onChange={(chosen) => form.setFieldValue('sdgs', chosen)}
      />
    </>
  );
}
