import { Button, Text } from '@mantine/core';
import styles from './number-tiles.module.css';

interface StatsMissingProps {
  /** What is said of the numbers that could not be fetched. */
  problems: readonly string[];
  busy: boolean;
  onRetry: () => void;
}

/** In the place of numbers that could not be fetched; nothing where all could. */
export function StatsMissing({ problems, busy, onRetry }: StatsMissingProps) {
  if (problems.length === 0) return null;
  return (
    <div className={styles.missing} role="status">
      {[...new Set(problems)].map((problem) => (
        <Text key={problem} c="dimmed">
          {problem}
        </Text>
      ))}
      <Button variant="default" loading={busy} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
