import '#src/ui/classroom-styles.ts';
import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { IconAlertTriangle, IconCloudCheck, IconCloudOff, IconCloudUp } from '@tabler/icons-react';
import { useReplicaState, useSyncStatus } from '#src/session/use-replica.ts';
import { ChangesDrawer } from './changes-drawer.tsx';
import styles from './sync-chip.module.css';
import { syncWords } from './sync-words.ts';
import { WipeNotice } from './wipe-notice.tsx';

const icons = { safe: IconCloudCheck, busy: IconCloudUp, waiting: IconCloudOff, asking: IconAlertTriangle };

/** Milliseconds for which a state has to last before it is shown: a change that is sent at once should not flicker. */
const calm = 250;

function Chip() {
  const [status] = useDebouncedValue(useSyncStatus(), calm);
  const [opened, { open, close }] = useDisclosure(false);
  const { mood, short, text } = syncWords(status);
  const count = status.refused || status.waiting;
  const Icon = icons[mood];
  return (
    <>
      <UnstyledButton
        className={styles.chip}
        data-mood={mood}
        data-tour="sync"
        aria-haspopup="dialog"
        onClick={open}
      >
        <Icon size={20} stroke={1.75} aria-hidden />
        <span className={styles.text} aria-hidden>
          {text}
        </span>
        <span className={styles.short} aria-hidden>
          {short}
        </span>
        {count > 0 && (
          <span className={styles.count} aria-hidden>
            {count}
          </span>
        )}
        <VisuallyHidden>{text}. Show changes</VisuallyHidden>
      </UnstyledButton>
      <VisuallyHidden role="status">{text}</VisuallyHidden>
      <ChangesDrawer opened={opened} onClose={close} />
      <WipeNotice />
    </>
  );
}

/** Says in the navbar where a person's work is; nothing while nobody is signed in. */
export function SyncChip() {
  return useReplicaState().status === 'ready' ? <Chip /> : null;
}
