import { Button, VisuallyHidden } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { platformModeProblems } from '#contract/modes/platform-modes.problems.ts';
import type { ManagedMode } from '#contract/modes/platform-modes.schema.ts';
import { counted } from '#src/lib/counted.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { WaitingCards } from '#src/ui/card-list.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { FormModal } from '#src/ui/form-modal.tsx';
import { notify } from '#src/ui/notify.tsx';
import { EmptyShelfIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { useDialog } from '#src/ui/use-dialog.ts';
import { ModeRow } from './mode-row.tsx';
import { ModeForm } from './mode.form.tsx';
import { isOffered } from './platform-modes.words.ts';
import { usePlatformModes } from './use-platform-modes.ts';
import styles from './platform-modes.module.css';

/** `/admin-panel/modes`: the parts of the library that all schools are offered, in their order. */
export function PlatformModesScreen({ api = apiClient }: { api?: ApiClient }) {
  const editing = useDialog<ManagedMode | 'new'>();
  const leaving = useDialog<ManagedMode>();
  const { answer, modes, moved, move, setActive, saved } = usePlatformModes(api);
  const { status, value, reload } = answer;
  const isMissing = status === 'unreachable' || status === 'failed';

  function askToTakeBack(mode: ManagedMode) {
    if (modes.filter(isOffered).length === 1)
      notify.error(`${mode.name} could not be taken back`, platformModeProblems.last_open.error);
    else leaving.open(mode);
  }

  const edited = editing.subject;
  const left = leaving.subject;
  const addButton = (
    <Button
      leftSection={<IconPlus size={20} stroke={1.75} aria-hidden />}
      disabled={value === null}
      onClick={() => editing.open('new')}
    >
      Add a mode
    </Button>
  );
  return (
    <Screen
      title="Modes"
      description="Parts of the library that all schools can offer. The first one that is open is the default."
      actions={addButton}
    >
      {isMissing && (
        <AnswerMissing
          status={status}
          busy={answer.busy}
          isGone={answer.isGone}
          failed="The modes could not be fetched"
          unreachable={`The modes show up here ${asSoonAsReached}.`}
          onRetry={reload}
        />
      )}
      {!isMissing && value === null && <WaitingCards />}
      {!isMissing && value !== null && modes.length === 0 && (
        <EmptyState
          picture={<EmptyShelfIllustration />}
          title="There are no modes yet"
          text="Add the first one, and schools can offer it."
        />
      )}
      {!isMissing && modes.length > 0 && (
        <ol className={styles.rows} aria-label="Modes">
          {modes.map((mode, place) => (
            <ModeRow
              key={mode.id}
              mode={mode}
              place={place + 1}
              isLast={place === modes.length - 1}
              onMove={(by) => void move(mode, by)}
              onEdit={() => editing.open(mode)}
              onOffer={() => void setActive(mode, true)}
              onTakeBack={() => askToTakeBack(mode)}
            />
          ))}
        </ol>
      )}
      <VisuallyHidden role="status">{moved}</VisuallyHidden>
      <FormModal
        opened={editing.opened}
        title={edited === 'new' ? 'Add a mode' : 'Edit mode'}
        onClose={editing.close}
      >
        {edited && (
          <ModeForm
            mode={edited === 'new' ? null : edited}
            api={api}
            onSaved={() => {
              editing.close();
              saved();
            }}
          />
        )}
      </FormModal>
      <ConfirmDialog
        opened={leaving.opened}
        title={left ? `Take ${left.name} back?` : ''}
        question={
          left && `${counted(left.schools, 'school stops', 'schools stop')} offering it; its works stay.`
        }
        confirmLabel="Take back"
        danger
        onConfirm={async () => {
          if (left) await setActive(left, false);
        }}
        onClose={leaving.close}
      />
    </Screen>
  );
}
