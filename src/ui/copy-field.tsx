import { ActionIcon, Group, Text } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import styles from './copy-field.module.css';
import { notify } from './notify.tsx';

interface CopyFieldProps {
  label: string;
  value: string;
  /** Said when the value is on the clipboard. */
  copied: string;
  /** Said when the browser refused. */
  failed: string;
}

/** A value that people carry elsewhere, large enough to be read out, with a button that copies it. */
export function CopyField({ label, value, copied, failed }: CopyFieldProps) {
  const [done, setDone] = useState(false);
  const { start } = useTimeout(() => setDone(false), 2000);

  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
    } catch {
      // The browser's reason (a permission, a page that is not secure) is nothing that the reader can act on.
      notify.error(failed);
      return;
    }
    setDone(true);
    start();
    notify.success(copied);
  }

  return (
    <Group gap={8} wrap="nowrap" className={styles.field} data-tour="copy-field">
      <Text span c="dimmed" flex="none">
        {label}
      </Text>
      <Text span className={styles.value}>
        {value}
      </Text>
      <ActionIcon
        variant="subtle"
        size={36}
        className={styles.copy}
        aria-label={`Copy ${label.toLowerCase()}`}
        onClick={() => void copy()}
      >
        {done ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} stroke={1.75} aria-hidden />}
      </ActionIcon>
    </Group>
  );
}
