import { Button, Group, Text } from '@mantine/core';
import { StateMark } from '#src/ui/state-mark.tsx';
import type { DraftState, PageDraftStore } from './page-draft.ts';
import styles from './page-editor.module.css';

/** Whether the draft is saved; where somebody else changed the page, whose words stay. */
export function SavingNote({ state, store }: { state: DraftState; store: PageDraftStore }) {
  const { saving, why, theirs } = state;
  if (theirs)
    return (
      <div role="alert" className={`${styles.note} ${styles.changed}`}>
        <Text fw={600}>Somebody else changed this page.</Text>
        <Text>
          {theirs.draft ? (
            <>
              <bdi>{theirs.draft.updated_by}</bdi> saved another draft.
            </>
          ) : (
            'The draft was published or is gone.'
          )}{' '}
          Your words are still here and are not saved.
        </Text>
        <Group gap="sm" mt="xs">
          <Button variant="default" onClick={() => store.takeTheirs()}>
            Use theirs
          </Button>
          <Button variant="default" onClick={() => void store.keepMine()}>
            Keep mine
          </Button>
        </Group>
      </div>
    );
  const isStuck = saving === 'no_network' || saving === 'failed';
  return (
    <div role="status" className={styles.saving}>
      {saving === 'writing' && <Text size="sm">Writing …</Text>}
      {saving === 'saved' && <StateMark good text="Saved" />}
      {saving === 'no_network' && (
        <StateMark good={false} text="No network. Your words are kept on this device." />
      )}
      {saving === 'failed' && <StateMark good={false} text={`Not saved. ${why}`} />}
      {isStuck && (
        <Button variant="default" size="compact-md" onClick={() => void store.save()}>
          Try again
        </Button>
      )}
    </div>
  );
}
