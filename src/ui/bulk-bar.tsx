import { Button, Group, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './bulk-bar.module.css';

interface BulkBarProps {
  /** What is picked, for those who cannot see it: "Picked students". */
  label: string;
  count: number;
  /** All that the list has, where some of them are on other pages; null where there is nothing more to pick. */
  all: number | null;
  onPickAll: () => void;
  onClear: () => void;
  /** What can be done with all that is picked. */
  children: ReactNode;
}

/** Stands at the lower edge of the window as long as rows are picked. */
export function BulkBar({ label, count, all, onPickAll, onClear, children }: BulkBarProps) {
  return (
    <div className={styles.bar} role="region" aria-label={label}>
      <Group gap="xs" className={styles.picked}>
        <Text fw={600} role="status" style={{ fontVariantNumeric: 'tabular-nums' }}>
          {count.toLocaleString('en')} selected
        </Text>
        {all !== null && (
          <Button variant="subtle" size="compact-md" mih={44} onClick={onPickAll}>
            Select all {all}
          </Button>
        )}
        <Button
          variant="subtle"
          color="gray"
          size="compact-md"
          mih={44}
          leftSection={<IconX size={16} stroke={2} aria-hidden className={styles.cross} />}
          onClick={onClear}
        >
          Clear
        </Button>
      </Group>
      <Group gap="xs" className={styles.actions}>
        {children}
      </Group>
    </div>
  );
}
