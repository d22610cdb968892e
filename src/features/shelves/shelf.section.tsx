import { Button, Checkbox, Group, NativeSelect, Text } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useCallback, useMemo, useState } from 'react';
import * as v from 'valibot';
import { listCountries } from '#contract/kit/countries.ts';
import { shelfEndpoints } from '#contract/shelves/shelves.endpoints.ts';
import { SetShelf, type OwnShelf } from '#contract/shelves/shelves.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import { useIsAway } from '#src/session/use-replica.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerWaiting } from '#src/ui/answer-waiting.tsx';
import { useDirtyForm } from '#src/ui/dirty-forms.ts';
import { NeedsNetwork } from '#src/ui/no-network.tsx';
import { notify } from '#src/ui/notify.tsx';
import styles from './shelves.module.css';

interface FormProps {
  api: ApiClient;
  shelf: OwnShelf;
  onSaved: (shelf: OwnShelf) => void;
}

const formOf = ({ is_open, country }: OwnShelf) => ({ is_open, country: country ?? '' });
const sentOf = ({ is_open, country }: { is_open: boolean; country: string }) => ({
  is_open,
  country: country === '' ? null : country,
});

function ShelfForm({ api, shelf, onSaved }: FormProps) {
  const isAway = useIsAway();
  const form = useForm({
    initialValues: formOf(shelf),
    validate: schemaResolver(
      v.pipe(v.object({ is_open: v.boolean(), country: v.string() }), v.transform(sentOf), SetShelf),
      { sync: true },
    ),
  });
  useDirtyForm(form.isDirty());
  const countries = useMemo(
    () => [
      { value: '', label: 'Not said' },
      ...listCountries().map(({ code, name }) => ({ value: code, label: name })),
    ],
    [],
  );

  async function save(values: ReturnType<typeof formOf>) {
    try {
      const saved = await api.call(shelfEndpoints.setOwn, { body: sentOf(values) });
      form.setInitialValues(formOf(saved));
      form.setValues(formOf(saved));
      onSaved(saved);
      notify.success(
        'Saved',
        saved.is_open
          ? 'Visitors find your library under Libraries.'
          : 'Your school is not listed under Libraries.',
      );
    } catch (error) {
      const { text, fields } = failureOf(error);
      form.setErrors(fields);
      notify.error('This was not saved', text);
    }
  }

  return (
    <form noValidate className={styles.form} onSubmit={form.onSubmit(save)}>
      <NeedsNetwork isAway={isAway} />
      <Checkbox
        label="Show our public books to visitors"
        description="Your school’s name, logo and country stand in the list of libraries, with a link to your library."
        {...form.getInputProps('is_open', { type: 'checkbox' })}
      />
      <NativeSelect label="Country" data={countries} {...form.getInputProps('country')} />
      <Group>
        <Button type="submit" loading={form.submitting} disabled={!form.isDirty()}>
          Save
        </Button>
      </Group>
    </form>
  );
}

/** Whether the school stands in the list of libraries. */
export function ShelfSection({ api = apiClient }: { api?: ApiClient }) {
  const [saved, setSaved] = useState<OwnShelf | null>(null);
  const load = useCallback((signal: AbortSignal) => api.call(shelfEndpoints.readOwn, {}, { signal }), [api]);
  const { status, value, isGone, busy, reload } = useAnswer(load);
  const shelf = saved ?? value;
  if (shelf)
    return (
      <div className={styles.form}>
        <Text>
          Only books and stories that everybody may read are shown. Each child’s privacy and the guardian’s
          permission stay as they are.
        </Text>
        <ShelfForm api={api} shelf={shelf} onSaved={setSaved} />
      </div>
    );
  return (
    <AnswerWaiting
      answer={{ status, busy, isGone, reload }}
      failed="This could not be looked up"
      unreachable={`It can be looked at and changed ${asSoonAsReached}.`}
      height={160}
    />
  );
}
