// Before our own, which say more.
import './classroom-styles.ts';
import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { ChildEar } from './child-ear.tsx';
import styles from './dialog.module.css';
import { useAtWork } from './dirty-forms.ts';
import { FirstAct } from './first-act.tsx';
import { useEscape } from './use-escape.ts';
import { useKeyboardBack } from './use-keyboard-back.ts';

interface DialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** Read out to a child by the ear; where it is left out, the title. */
  spoken?: string;
  /** Its width in pixels, as far as there is room. */
  size: number;
  /** True where it needs the whole screen of a phone. */
  fillsPhone?: boolean;
  closeOnEscape?: boolean;
  closeOnClickOutside?: boolean;
  classNames?: { content: string | undefined; body: string | undefined };
  children: ReactNode;
}

/** What stands before the page until it is closed, by whoever opened it and not by an app that reloads itself. */
export function Dialog({
  fillsPhone = false,
  closeOnEscape = true,
  title,
  spoken = title,
  children,
  ...props
}: DialogProps) {
  useKeyboardBack(props.opened);
  useEscape(props.opened, () => {
    if (closeOnEscape) props.onClose();
  });
  useAtWork(props.opened);
  const phone = useMediaQuery('(max-width: 540px)', false, { getInitialValueInEffect: false });
  return (
    <Modal.Root
      {...props}
      closeOnEscape={false}
      data-dialog={props.opened || undefined}
      centered
      fullScreen={fillsPhone && phone}
    >
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Header>
          <Modal.Title className={styles.title}>{title}</Modal.Title>
          <div className={styles.ends}>
            <ChildEar words={spoken} />
            <Modal.CloseButton aria-label="Close" />
          </div>
        </Modal.Header>
        <Modal.Body>
          <FirstAct>{children}</FirstAct>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
