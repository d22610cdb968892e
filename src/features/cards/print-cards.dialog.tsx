import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useId } from 'react';
import { Dialog } from '#src/ui/dialog.tsx';
import styles from './cards.module.css';
import type { Printing } from './use-print-cards.ts';

interface PrintCardsDialogProps {
  /** Whose cards they are, such as the name of a class. */
  whose: string;
  printing: Printing;
  onCancel: () => void;
  onRetry: () => void;
}

function Progress({ done, total }: { done: number; total: number | null }) {
  const labelId = useId();
  const text = total === null ? 'Asking the school for the cards…' : `${done} of ${total} cards`;
  return (
    <>
      <Text id={labelId} role="status">
        {text}
      </Text>
      <progress
        aria-labelledby={labelId}
        className={styles.progress}
        {...(total !== null && { value: done, max: total })}
      />
    </>
  );
}

/** Says how far the cards are, and lets go of them. */
export function PrintCardsDialog({ whose, printing, onCancel, onRetry }: PrintCardsDialogProps) {
  return (
    <Dialog
      opened={printing.status !== 'idle'}
      onClose={onCancel}
      // A tap beside it would throw away what is nearly done.
      closeOnClickOutside={false}
      title={`Login cards of ${whose}`}
      size={440}
    >
      {printing.status === 'working' && (
        <>
          <Progress done={printing.done} total={printing.total} />
          <Group justify="flex-end" mt="lg">
            <Button variant="default" onClick={onCancel} data-autofocus>
              Cancel
            </Button>
          </Group>
        </>
      )}
      {printing.status === 'failed' && (
        <>
          <Alert
            role="alert"
            color="red"
            variant="light"
            icon={<IconAlertTriangle aria-hidden />}
            title={printing.title}
          >
            {printing.detail}
          </Alert>
          <Group justify="flex-end" mt="lg" gap="sm">
            <Button variant="default" onClick={onCancel}>
              Close
            </Button>
            {!printing.isGone && <Button onClick={onRetry}>Try again</Button>}
          </Group>
        </>
      )}
    </Dialog>
  );
}
