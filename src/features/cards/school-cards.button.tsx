import { apiClient } from '#src/session/api.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { notify } from '#src/ui/notify.tsx';
import { ReplaceMenu } from './replace-menu.tsx';
import { ReplaceQuestion } from './replace-question.tsx';
import { useReplaceCards } from './use-replace-cards.ts';

/** For those who see the whole school: voiding every card there is. */
export function SchoolCardsButton({ api = apiClient }: { api?: ApiClient }) {
  const { dialog, asking, ask, replace } = useReplaceCards(api, 'school');

  async function replaceAll() {
    if (await replace()) notify.success('All cards are void', 'Print the new ones in each class.');
  }

  return (
    <>
      <ReplaceMenu
        whose="the school"
        label="More about the login cards of the school"
        asking={asking}
        onAsk={() => void ask()}
      />
      <ConfirmDialog
        opened={dialog.opened}
        onClose={dialog.close}
        title="Replace all login cards of the school?"
        question={dialog.subject && <ReplaceQuestion summary={dialog.subject} />}
        confirmLabel="Replace all"
        danger
        onConfirm={replaceAll}
      />
    </>
  );
}
