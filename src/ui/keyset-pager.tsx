import { Button, Group, Text } from '@mantine/core';
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react';
import { counted } from '#src/lib/counted.ts';

interface KeysetPagerProps {
  /** Null: more than are counted. */
  count: number | null;
  /** How many are counted at most; left out: all. */
  counted?: number;
  /** From which row to which this page is; left out or null: nobody knows. */
  rows?: { first: number; last: number } | null;
  /** What is counted: `['student', 'students']`. */
  noun: readonly [one: string, many: string];
  /** Said where there are more than are counted, such as how to find fewer. */
  tip?: string;
  /** Left out: this is the first page. */
  onEarlier?: (() => void) | undefined;
  /** Left out: this is the last page. */
  onLater?: (() => void) | undefined;
}

/** How many there are, said aloud when a search changes it, and the way to the pages before and after. For lists without page numbers. */
export function KeysetPager(props: KeysetPagerProps) {
  const { count, counted: most = Infinity, rows, noun, tip, onEarlier, onLater } = props;
  const all = count === null ? `${most.toLocaleString('en')}+ ${noun[1]}` : counted(count, ...noun);
  const isPart = rows && rows.last - rows.first + 1 < (count ?? Infinity);
  const shown = isPart
    ? `${rows.first.toLocaleString('en')}–${rows.last.toLocaleString('en')} of ${all}`
    : all;
  return (
    <Group component="nav" aria-label="Pages" justify="space-between" gap="sm" mih={44}>
      <Text c="dimmed" role="status" style={{ fontVariantNumeric: 'tabular-nums' }}>
        {count === null && tip !== undefined ? `${shown}. ${tip}` : shown}
      </Text>
      {(onEarlier ?? onLater) && (
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={<IconArrowLeft size={18} stroke={1.75} aria-hidden />}
            disabled={!onEarlier}
            onClick={onEarlier}
          >
            Earlier
          </Button>
          <Button
            variant="default"
            rightSection={<IconArrowRight size={18} stroke={1.75} aria-hidden />}
            disabled={!onLater}
            onClick={onLater}
          >
            Later
          </Button>
        </Group>
      )}
    </Group>
  );
}
