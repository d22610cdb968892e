import { Button, Text } from '@mantine/core';
import styles from './missing-note.module.css';

/** Something that is fetched by itself. */
interface Fetched {
  /** What is said where it could not be fetched; null where it was, or is on its way. */
  readonly problem: string | null;
  readonly busy: boolean;
  readonly reload: () => void;
}

/** In the place of a part of a page that could not be fetched; nothing where all of it was. */
export function MissingNote({ of }: { of: readonly Fetched[] }) {
  const missing = of.filter(({ problem }) => problem !== null);
  if (missing.length === 0) return null;
  return (
    <div className={styles.missing} role="status">
      {[...new Set(missing.map(({ problem }) => problem))].map((problem) => (
        <Text key={problem} c="dimmed">
          {problem}
        </Text>
      ))}
      <Button
        variant="default"
        loading={of.some(({ busy }) => busy)}
        onClick={() => {
          for (const { reload } of missing) reload();
        }}
      >
        Try again
      </Button>
    </div>
  );
}
