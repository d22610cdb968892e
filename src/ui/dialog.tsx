// Before our own, which say more.
import './classroom-styles.ts';
import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import styles from './dialog.module.css';
import { useAtWork } from './dirty-forms.ts';
import { useKeyboardBack } from './use-keyboard-back.ts';

interface DialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
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
export function Dialog({ fillsPhone = false, classNames, ...props }: DialogProps) {
  useKeyboardBack(props.opened);
  useAtWork(props.opened);
  const phone = useMediaQuery('(max-width: 540px)', false, { getInitialValueInEffect: false });
  return (
    <Modal
      {...props}
      data-dialog={props.opened || undefined}
      centered
      fullScreen={fillsPhone && phone}
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ ...classNames, title: styles.title }}
    />
  );
}
