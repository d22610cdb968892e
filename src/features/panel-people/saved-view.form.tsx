import { TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { panelProblems } from '#contract/panel/panel.problems.ts';
import { viewEndpoints } from '#contract/panel/views.endpoints.ts';
import { RenameView, viewName, type SavedView } from '#contract/panel/views.schema.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { ModalForm } from '#src/ui/form-modal.tsx';
import { notify } from '#src/ui/notify.tsx';
import type { ViewPlace } from './saved-views.rules.ts';

interface SavedViewFormProps {
  api: ApiClient;
  /** The view that gets another name; null: what the page shows is saved. */
  view: SavedView | null;
  here: ViewPlace;
  onDone: () => void;
}

/** The name of a saved view. */
export function SavedViewForm({ api, view, here, onDone }: SavedViewFormProps) {
  const form = useForm({
    initialValues: { name: view?.name ?? '' },
    validate: schemaResolver(RenameView, { sync: true }),
  });
  const draft = useFormDraft(view === null ? 'new saved view' : `saved view ${view.id}`, form);

  async function save({ name }: { name: string }): Promise<void> {
    try {
      if (view === null) await api.call(viewEndpoints.saveView, { body: { name, ...here } });
      else await api.call(viewEndpoints.renameView, { params: { viewId: view.id }, body: { name } });
      notify.success(view === null ? 'View saved' : 'View renamed', name.trim());
      onDone();
    } catch (error) {
      const { text, fields, code } = failureOf(error);
      if (code === panelProblems.view_name_taken.code) form.setFieldError('name', text);
      else if (fields['name']) form.setErrors(fields);
      else notify.error('The view could not be saved', text);
    }
  }

  return (
    <ModalForm
      dirty={form.isDirty()}
      draft={draft}
      submitLabel="Save"
      submitting={form.submitting}
      onSubmit={form.onSubmit(save)}
    >
      <TextInput
        label="Name"
        description={view === null ? 'Keeps the search, filters and order of this list.' : undefined}
        required
        maxLength={viewName}
        dir="auto"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
    </ModalForm>
  );
}
