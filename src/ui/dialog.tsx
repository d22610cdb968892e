// Before our own, which say more.
import './classroom-styles.ts';
import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import styles from './dialog.module.css';
import { useAtWork } from './dirty-forms.ts';
import { useEscape } from './use-escape.ts';
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
export function Dialog({ fillsPhone = false, closeOnEscape = true, classNames, ...props }: DialogProps) {
  useKeyboardBack(props.opened);
  useEscape(props.opened, () => {
    if (closeOnEscape) props.onClose();
  });
  useAtWork(props.opened);
  const phone = useMediaQuery('(max-width: 540px)', false, { getInitialValueInEffect: false });
  return (
    <Modal
      {...props}
      closeOnEscape={false}
      data-dialog={props.opened || undefined}
      centered
      fullScreen={fillsPhone && phone}
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ ...classNames, title: styles.title }}
    />
  );
}
