import { IconAlertTriangle, IconCloudCheck, IconDeviceTablet, IconPencil } from '@tabler/icons-react';
import { useStore, type StoreApi } from 'zustand';
import { useSyncStatus } from '#src/session/use-replica.ts';
import { useAtWork } from '#src/ui/dirty-forms.ts';
import type { SaveState } from './chapter-draft.ts';
import styles from './desk.module.css';

const words: Readonly<Record<Exclude<SaveState, 'saved'>, string>> = {
  typing: 'Writing …',
  failed: 'This could not be saved. Please do not close this page, and tell your teacher.',
  too_long: 'There is no more room here. Please begin another chapter or page.',
};

/** Where what is written is now, at the corner of the paper. It says no more than what is so. */
export function SavedNote({ of }: { of: StoreApi<SaveState> }) {
  const state = useStore(of);
  const { waiting, refused } = useSyncStatus();
  useAtWork(state !== 'saved');
  const isSent = waiting === 0 && refused === 0;
  const isTrouble = state === 'failed' || state === 'too_long';
  const text = state === 'saved' ? (isSent ? 'Saved at school' : 'Saved on this tablet') : words[state];
  const SavedIcon = isSent ? IconCloudCheck : IconDeviceTablet;
  const Icon = isTrouble ? IconAlertTriangle : state === 'saved' ? SavedIcon : IconPencil;
  return (
    <p role="status" className={styles.saved} data-trouble={isTrouble}>
      <Icon size={18} stroke={1.75} aria-hidden />
      {/* Not in the direction of an Arabic book. */}
      <span dir="auto">{text}</span>
    </p>
  );
}
