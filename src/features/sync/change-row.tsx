import { Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconClock } from '@tabler/icons-react';
import type { ChangeItem } from '#src/sync/replica-status.ts';
import { useNow } from '#src/ui/moments.ts';
import styles from './change-row.module.css';
import {
  bothValues,
  canForget,
  canRetry,
  changeFate,
  isAnswered,
  isConflict,
  needsYou,
} from './sync-words.ts';

interface ChangeRowProps {
  change: ChangeItem;
  onRetry: () => void;
  onDiscard: () => void;
  onForget: () => void;
}

/** One change, what became of it, and what can be done where it does not go on by itself. */
export function ChangeRow({ change, onRetry, onDiscard, onForget }: ChangeRowProps) {
  const now = useNow();
  const asking = needsYou(change);
  const conflict = isConflict(change);
  const values = bothValues(change);
  const Icon = asking ? IconAlertTriangle : IconClock;
  return (
    <li className={styles.row} data-asking={asking || undefined}>
      <Icon size={20} stroke={1.75} className={styles.icon} aria-hidden />
      <div className={styles.words}>
        <Text fw={600}>{change.text}</Text>
        <Text c={asking ? 'var(--mantine-color-text)' : 'dimmed'}>{changeFate(change, now)}</Text>
        {values && (
          <dl className={styles.values}>
            <dt>Theirs</dt>
            <dd dir="auto">{values.theirs}</dd>
            <dt>Yours</dt>
            <dd dir="auto">{values.mine}</dd>
          </dl>
        )}
        {canForget(change) && (
          <Button size="sm" variant="default" mt="xs" onClick={onForget}>
            {isAnswered(change) ? 'Understood' : 'Remove from this list'}
          </Button>
        )}
        {asking && (
          <Group gap="xs" mt="xs">
            {canRetry(change) && (
              <Button size="sm" variant="default" onClick={conflict ? onDiscard : onRetry}>
                {conflict ? 'Keep theirs' : 'Retry'}
              </Button>
            )}
            <Button size="sm" variant="default" onClick={conflict ? onRetry : onDiscard}>
              {conflict ? 'Use mine' : 'Discard'}
            </Button>
          </Group>
        )}
      </div>
    </li>
  );
}
