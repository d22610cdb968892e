import { Button, Drawer, Text } from '@mantine/core';
import { syncNow } from '#src/session/sync-now.ts';
import { IconCloudCheck } from '@tabler/icons-react';
import { useChanges, useReplica, useSyncStatus } from '#src/session/use-replica.ts';
import type { ChangeItem } from '#src/sync/replica-status.ts';
import { ChildEar } from '#src/ui/child-ear.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { notify } from '#src/ui/notify.tsx';
import { useDialog } from '#src/ui/use-dialog.ts';
import { useEscape } from '#src/ui/use-escape.ts';
import { ChangeRow } from './change-row.tsx';
import styles from './changes-drawer.module.css';
import { discardQuestion, isAnswered, isConflict, needsYou, syncWords } from './sync-words.ts';
import { ThisTablet } from './this-tablet.tsx';

function Nothing() {
  const words = 'Nothing is waiting: everything is saved at school.';
  return (
    <div className={styles.nothing}>
      <IconCloudCheck size={48} stroke={1.25} aria-hidden />
      <Text>{words}</Text>
      <ChildEar words={words} />
    </div>
  );
}

async function attempt(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    console.error(error);
    notify.error('That did not work. Please try again.');
  }
}

function Changes({ onDiscard }: { onDiscard: (change: ChangeItem) => void }) {
  const changes = useChanges();
  const status = useSyncStatus();
  const replica = useReplica();
  const goOn = changes.filter(
    ({ state, is_quiet }) => state === 'held' || state === 'parked' || (state === 'waiting' && !is_quiet),
  );
  const shown = [...changes.filter(needsYou), ...changes.filter(isAnswered), ...goOn];

  const { explanation } = syncWords(status);
  if (shown.length === 0) return <Nothing />;
  return (
    <>
      <div className={styles.said}>
        <Text>{explanation}</Text>
        <ChildEar words={explanation} />
      </div>
      <ul className={styles.list}>
        {shown.map((change) => (
          <ChangeRow
            key={change.mutation_id}
            change={change}
            onRetry={() => void attempt(replica.retry(change.mutation_id))}
            onDiscard={() => onDiscard(change)}
            onForget={() => void attempt(replica.discard(change.mutation_id))}
          />
        ))}
      </ul>
      {status.waiting > 0 && status.state !== 'sending' && (
        <Button variant="default" mt="md" onClick={() => syncNow(replica)}>
          Send now
        </Button>
      )}
    </>
  );
}

/** What became of the changes made on this device, in plain words. */
export function ChangesDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const replica = useReplica();
  const { opened: asking, subject, open: ask, close: stay } = useDialog<ChangeItem>();
  useEscape(opened, onClose);
  const theirsHolds = subject !== null && isConflict(subject);
  return (
    <>
      <Drawer
        opened={opened}
        onClose={onClose}
        closeOnEscape={false}
        position="right"
        size={440}
        title="Your changes"
        closeButtonProps={{ 'aria-label': 'Close' }}
        classNames={{ title: styles.title }}
      >
        <Changes onDiscard={ask} />
        <ThisTablet />
      </Drawer>
      <ConfirmDialog
        opened={asking}
        onClose={stay}
        title={theirsHolds ? 'Keep theirs?' : 'Discard this change?'}
        question={subject ? discardQuestion(subject) : ''}
        confirmLabel={theirsHolds ? 'Keep theirs' : 'Discard'}
        danger
        onConfirm={() => (subject ? attempt(replica.discard(subject.mutation_id)) : undefined)}
      />
    </>
  );
}
