import { Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  /** A small drawing. */
  picture: ReactNode;
  title: string;
  /** One sentence more, where the title does not say it all. */
  text?: string;
  /** Another, which is about something else. */
  more?: string;
  /** The one thing to do about it. */
  action?: ReactNode;
  /** True where something is missing that should be there. */
  warning?: boolean;
  /** `status` is said aloud politely, `alert` at once. */
  role?: 'status' | 'alert';
}

/** What stands where a list would be, when there is nothing to list. */
export function EmptyState({
  picture,
  title,
  text,
  more,
  action,
  warning = false,
  role = 'status',
}: EmptyStateProps) {
  return (
    <div className={styles.state} data-missing={role === 'alert' || undefined}>
      {picture}
      <div role={role} className={styles.words}>
        <Text fw={600} size="lg">
          {warning && <IconAlertTriangle size={22} className={styles.warning} aria-label="Warning:" />}
          {title}
        </Text>
        {text && <Text c="dimmed">{text}</Text>}
        {more && (
          <Text c="dimmed" mt={8}>
            {more}
          </Text>
        )}
      </div>
      {action}
    </div>
  );
}
