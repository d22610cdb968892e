import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { ChildEar } from '#src/ui/child-ear.tsx';
import { useAtWork } from '#src/ui/dirty-forms.ts';
import { Ear } from '#src/ui/ear.tsx';
import { FirstAct } from '#src/ui/first-act.tsx';
import { useEscape } from '#src/ui/use-escape.ts';
import styles from './desk.module.css';

interface SheetProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** Read out by the ear; where it is left out, children hear the title. */
  spoken?: string | undefined;
  /** Takes its place. */
  ear?: ReactNode;
  /** False where a hand that slips beside it would lose something. */
  closesBeside?: boolean;
  children: ReactNode;
}

/** Rises from the lower edge over the desk. Escape, Back and a tap beside it close it. */
export function Sheet({ opened, onClose, title, spoken, ear, closesBeside = true, children }: SheetProps) {
  useAtWork(opened);
  useEscape(opened, onClose);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      closeOnClickOutside={closesBeside}
      closeOnEscape={false}
      size="100%"
      yOffset={0}
      xOffset={0}
      // `useSheet` knows where the keyboard goes.
      returnFocus={false}
      transitionProps={{ transition: 'slide-up', duration: 200 }}
      closeButtonProps={{ 'aria-label': 'Close', size: 48, iconSize: 28 }}
      classNames={{
        inner: styles.sheetInner ?? '',
        content: styles.sheetContent ?? '',
        header: styles.sheetHeader ?? '',
        title: styles.sheetTitle ?? '',
        body: styles.sheetBody ?? '',
      }}
    >
      <div className={styles.sheetEar}>
        {ear ??
          (spoken === undefined ? (
            <ChildEar words={`${title}. Tap the one that you want, or the cross.`} />
          ) : (
            <Ear key={spoken} words={spoken} />
          ))}
      </div>
      <FirstAct>{children}</FirstAct>
    </Modal>
  );
}
