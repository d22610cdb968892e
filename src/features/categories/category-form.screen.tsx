import { Button, Group, Skeleton, TextInput, VisuallyHidden } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useCallback, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { panelPaths } from '#contract/kit/panel-paths.ts';
import { paths } from '#contract/kit/paths.ts';
import { categoryEndpoints } from '#contract/works/categories.endpoints.ts';
import { CategoryForm as Filled, type Category } from '#contract/works/categories.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import { takeOverSaved } from '#src/session/take-over-saved.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import { ApiProblem, type ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { CancelButton } from '#src/ui/cancel-button.tsx';
import { useDirtyForm } from '#src/ui/dirty-forms.ts';
import { DraftNote } from '#src/ui/draft-note.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { notify } from '#src/ui/notify.tsx';
import { NothingFoundIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { useGoBack } from '#src/ui/way-back.ts';

/** Where all of them are, by whose area one is in. */
function useCategoryList(): string {
  const isPlatform = useLocation().pathname.startsWith(paths.platform.home());
  return isPlatform ? panelPaths.allCategories() : paths.school.categories();
}

interface FormProps {
  /** Null: a new one. */
  category: Category | null;
  api: ApiClient;
}

function CategoryForm({ category, api }: FormProps) {
  const goBack = useGoBack();
  const list = useCategoryList();
  const form = useForm({
    initialValues: { name: category?.name ?? '' },
    validate: schemaResolver(Filled, { sync: true }),
  });
  const draft = useFormDraft(`category ${category?.id ?? 'new'}`, form);
  useDirtyForm(form.isDirty(), draft.end);

  async function save({ name }: Filled) {
    try {
      if (category) {
        const params = { categoryId: category.id };
        const now = await api.call(categoryEndpoints.read, { params });
        if (!takeOverSaved(form, { name: now.name }, ['name'])) return;
        await api.call(categoryEndpoints.rename, { params, body: { name } });
      } else await api.call(categoryEndpoints.create, { body: { name } });
    } catch (error) {
      const { text, fields } = failureOf(error);
      if (fields['name'] === undefined) notify.error('The category could not be saved', text);
      else form.setFieldError('name', fields['name']);
      return;
    }
    form.resetDirty();
    draft.end();
    notify.success(category ? 'Category renamed' : 'Category added');
    await goBack(list);
  }

  return (
    <form onSubmit={form.onSubmit(save)} noValidate>
      <DraftNote draft={draft} />
      <TextInput
        label="Name"
        description="Such as Fairy tales. Children see it over a shelf."
        required
        maw={480}
        dir="auto"
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <Group mt="lg">
        <Button type="submit" loading={form.submitting}>
          Save
        </Button>
        <CancelButton to={list} />
      </Group>
    </form>
  );
}

interface CategoryFormScreenProps {
  /** Undefined: a new one. */
  categoryId: string | undefined;
  breadcrumb: ReactNode;
  /** What stands below the form of one that is there. */
  children?: ReactNode;
  api?: ApiClient;
}

function EditCategory({
  categoryId,
  breadcrumb,
  children,
  api,
}: CategoryFormScreenProps & { api: ApiClient }) {
  const list = useCategoryList();
  const load = useCallback(
    async (signal: AbortSignal): Promise<Category | 'not_found'> => {
      try {
        return await api.call(
          categoryEndpoints.read,
          { params: { categoryId: categoryId ?? '' } },
          { signal },
        );
      } catch (error) {
        // One that is not there, and what is no id at all.
        if (error instanceof ApiProblem && (error.status === 404 || error.status === 400)) return 'not_found';
        throw error;
      }
    },
    [api, categoryId],
  );
  const { status, value, isGone, busy, reload } = useAnswer(load);
  return (
    <Screen title="Rename category" breadcrumb={breadcrumb}>
      {status === 'unreachable' || status === 'failed' ? (
        <AnswerMissing
          status={status}
          busy={busy}
          isGone={isGone}
          failed="The category could not be fetched"
          unreachable={`It is kept at your school. It shows up here ${asSoonAsReached}.`}
          onRetry={reload}
        />
      ) : value === null ? (
        <>
          <VisuallyHidden role="status">Loading</VisuallyHidden>
          <Skeleton height={64} maw={480} />
        </>
      ) : value === 'not_found' ? (
        <EmptyState
          role="alert"
          picture={<NothingFoundIllustration />}
          title="There is no such category"
          action={
            <Button component={Link} to={list}>
              See all categories
            </Button>
          }
        />
      ) : (
        <>
          <CategoryForm key={value.id} category={value} api={api} />
          {children}
        </>
      )}
    </Screen>
  );
}

/** `add-book-category/{categoryId?}`: a new category, or another name for one. */
export function CategoryFormScreen({ categoryId, api = apiClient, ...places }: CategoryFormScreenProps) {
  if (categoryId !== undefined) return <EditCategory categoryId={categoryId} api={api} {...places} />;
  return (
    <Screen title="Add category" breadcrumb={places.breadcrumb}>
      <CategoryForm category={null} api={api} />
    </Screen>
  );
}
