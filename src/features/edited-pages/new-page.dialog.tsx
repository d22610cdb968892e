import { NativeSelect, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useCallback } from 'react';
import * as v from 'valibot';
import { editorEndpoints } from '#contract/content/editor.endpoints.ts';
import { NewPage } from '#contract/content/editor.schema.ts';
import { languageChoices } from '#src/lib/languages.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { FormModal, ModalForm } from '#src/ui/form-modal.tsx';
import { notify } from '#src/ui/notify.tsx';
import { kindChoices } from '#src/lib/content-kinds.ts';

interface NewPageProps {
  api: ApiClient;
  isSchool: boolean;
  onClose: () => void;
  onMade: (page: { id: string; language: string }) => void;
}

/** Courses that are edited here: a lesson is in one of them. */
function useOwnCourses(api: ApiClient) {
  const load = useCallback(
    (signal: AbortSignal) =>
      api.call(editorEndpoints.listEdited, { query: { kind: 'course', limit: 200 } }, { signal }),
    [api],
  );
  return useAnswer(load).value?.results.filter(({ is_own }) => is_own) ?? [];
}

const Typed = v.object({
  ...NewPage.entries,
  slug: v.pipe(
    v.string(),
    v.check(
      (slug) => v.is(NewPage.entries.slug, slug),
      'Please use small letters, digits and hyphens, such as book-week',
    ),
  ),
  parent_id: v.string(),
});

function NewPageForm({ api, isSchool, onMade }: Omit<NewPageProps, 'onClose'>) {
  const courses = useOwnCourses(api);
  const form = useForm<v.InferInput<typeof Typed>>({
    initialValues: {
      kind: isSchool ? 'event' : 'hub',
      slug: '',
      title: '',
      language: 'en',
      parent_id: '',
    },
    validate: schemaResolver(Typed, { sync: true }),
  });
  const isLesson = form.values.kind === 'lesson';
  const kinds = kindChoices.filter(
    ({ value }) => !(isSchool && value === 'legal') && !(value === 'lesson' && courses.length === 0),
  );

  async function make({ parent_id, ...typed }: typeof form.values) {
    const body = { ...typed, ...(isLesson && parent_id !== '' && { parent_id }) };
    try {
      onMade(await api.call(editorEndpoints.create, { body }));
    } catch (error) {
      const { text, fields, code } = failureOf(error);
      const atSlug = ['content.slug_taken', 'content.no_address', 'content.legal_stays'].includes(code ?? '');
      if (atSlug) form.setFieldError('slug', text);
      else if (Object.keys(fields).length > 0) form.setErrors(fields);
      else notify.error('The page could not be made', text);
    }
  }

  return (
    <ModalForm
      dirty={form.isDirty()}
      submitLabel="Make the page"
      submitting={form.submitting}
      onSubmit={form.onSubmit(make)}
    >
      <NativeSelect label="Kind" data={kinds} {...form.getInputProps('kind')} />
      {isLesson && (
        <NativeSelect
          label="Course"
          required
          data={[
            { value: '', label: 'Please choose' },
            ...courses.map(({ id, title }) => ({ value: id, label: title })),
          ]}
          {...form.getInputProps('parent_id')}
        />
      )}
      <TextInput label="Title" required maxLength={80} dir="auto" {...form.getInputProps('title')} />
      <TextInput
        label="Address"
        description="The last part of it: small letters, digits and hyphens, such as book-week."
        required
        maxLength={80}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        autoComplete="off"
        {...form.getInputProps('slug')}
      />
      <NativeSelect label="Language" data={languageChoices('en')} {...form.getInputProps('language')} />
    </ModalForm>
  );
}

/** Begins a page: nobody else reads it before it is published. */
export function NewPageDialog({ opened, onClose, ...form }: NewPageProps & { opened: boolean }) {
  return (
    <FormModal opened={opened} title="New page" onClose={onClose}>
      <NewPageForm {...form} />
    </FormModal>
  );
}
