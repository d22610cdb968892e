// Before our own, which say more.
import './classroom-styles.ts';
import { Button, Group, Modal, Text } from '@mantine/core';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { ChildEar } from './child-ear.tsx';
import styles from './dialog.module.css';
import { useAtWork } from './dirty-forms.ts';
import { useEscape } from './use-escape.ts';
import { useKeyboardBack } from './use-keyboard-back.ts';

interface ConfirmDialogProps {
  opened: boolean;
  title: string;
  question: ReactNode;
  /** What happens, as a verb: "Discard", "Change to private". */
  confirmLabel: string;
  cancelLabel?: string;
  /** True where something is lost by it. */
  danger?: boolean;
  /** The dialog waits for it and then closes. It says itself what went wrong. */
  onConfirm: () => void | Promise<void>;
  onClose: () => void;
}

/** One question before something that many would want to think about twice. The safe answer has the focus. */
export function ConfirmDialog({
  opened,
  title,
  question,
  confirmLabel,
  cancelLabel = 'Cancel',
  danger = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const [busy, setBusy] = useState(false);
  const questionId = useId();
  useKeyboardBack(opened);
  useEscape(opened, onClose);
  useAtWork(opened);

  async function confirm() {
    setBusy(true);
    try {
      await onConfirm();
    } finally {
      setBusy(false);
      onClose();
    }
  }

  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      closeOnEscape={false}
      data-dialog={opened ? 'question' : undefined}
      centered
      size={440}
      zIndex={300}
    >
      <Modal.Overlay />
      <Modal.Content aria-describedby={questionId}>
        <Modal.Header>
          <Modal.Title dir="auto" className={styles.title}>
            {title}
          </Modal.Title>
          {typeof question === 'string' && <ChildEar words={`${title} ${question}`} />}
        </Modal.Header>
        <Modal.Body>
          <Text id={questionId} component="div">
            {question}
          </Text>
          <Group justify="flex-end" mt="lg" gap="sm">
            <Button variant="default" onClick={onClose} data-autofocus>
              {cancelLabel}
            </Button>
            <Button {...(danger && { color: 'red' })} loading={busy} onClick={() => void confirm()}>
              {confirmLabel}
            </Button>
          </Group>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
