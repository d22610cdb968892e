import { Button } from '@mantine/core';
import { IconBookmarks } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { viewEndpoints } from '#contract/panel/views.endpoints.ts';
import type { SavedView } from '#contract/panel/views.schema.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { apiClient } from '#src/session/api.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { FormModal } from '#src/ui/form-modal.tsx';
import { notify } from '#src/ui/notify.tsx';
import { useDialog } from '#src/ui/use-dialog.ts';
import { SavedViewForm } from './saved-view.form.tsx';
import { SavedViewList } from './saved-view-list.tsx';
import { viewQueryOf } from './saved-views.rules.ts';

/** Beside each list of the panel: its search, filters and order under a name, to come back to. */
export function SavedViews({ api = apiClient }: { api?: ApiClient }) {
  const { pathname, search } = useLocation();
  const [isOpen, setOpen] = useState(false);
  const naming = useDialog<SavedView | null>();
  const deleting = useDialog<SavedView>();
  const here = { path: pathname, query: viewQueryOf(search) };

  /** One dialog at a time: what comes back is the list. */
  const goTo = (open: () => void) => () => {
    setOpen(false);
    open();
  };
  const back = (close: () => void) => () => {
    close();
    setOpen(true);
  };

  async function remove({ id, name }: SavedView): Promise<void> {
    try {
      await api.call(viewEndpoints.deleteView, { params: { viewId: id } });
      notify.success('Saved view deleted', name);
    } catch (error) {
      notify.error('The view could not be deleted', failureOf(error).text);
    }
  }

  return (
    <>
      <Button
        variant="default"
        leftSection={<IconBookmarks size={20} stroke={1.75} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Saved views
      </Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title="Saved views" size={480} fillsPhone>
        <SavedViewList
          api={api}
          here={here}
          onOpened={() => setOpen(false)}
          onSave={goTo(() => naming.open(null))}
          onRename={(view) => goTo(() => naming.open(view))()}
          onDelete={(view) => goTo(() => deleting.open(view))()}
        />
      </Dialog>
      <FormModal
        opened={naming.opened}
        title={naming.subject === null ? 'Save this view' : 'Rename saved view'}
        onClose={back(naming.close)}
      >
        <SavedViewForm api={api} view={naming.subject} here={here} onDone={back(naming.close)} />
      </FormModal>
      <ConfirmDialog
        opened={deleting.opened}
        title={`Delete “${deleting.subject?.name ?? ''}”?`}
        question="Only the saved view goes. The list stays as it is."
        confirmLabel="Delete"
        danger
        onConfirm={async () => {
          if (deleting.subject) await remove(deleting.subject);
        }}
        onClose={back(deleting.close)}
      />
    </>
  );
}
