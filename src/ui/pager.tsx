import { Group, Pagination, Text } from '@mantine/core';
import { counted } from '#src/lib/counted.ts';

interface PagerProps {
  /** From 1. */
  page: number;
  pages: number;
  pageSize: number;
  /** Rows on all pages together. */
  count: number;
  /** What is counted: `['student', 'students']`. */
  noun: readonly [one: string, many: string];
  onPage: (page: number) => void;
}

const edgeLabels = { first: 'First page', previous: 'Previous page', next: 'Next page', last: 'Last page' };

/** How many there are, said aloud when a search changes it, and the way to the other pages. */
export function Pager({ page, pages, pageSize, count, noun, onPage }: PagerProps) {
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(count, page * pageSize);
  const all = counted(count, ...noun);
  const shown = pages > 1 ? `${first.toLocaleString('en')}–${last.toLocaleString('en')} of ${all}` : all;
  return (
    <Group component="nav" aria-label="Pages" justify="space-between" gap="sm" mih={44}>
      <Text c="dimmed" role="status" style={{ fontVariantNumeric: 'tabular-nums' }}>
        {/* Where there is none, the list says so itself, aloud as well. */}
        {count > 0 && shown}
      </Text>
      {pages > 1 && (
        <Pagination
          value={page}
          total={pages}
          onChange={onPage}
          gap={4}
          getControlProps={(control) => ({ 'aria-label': edgeLabels[control] })}
          getItemProps={(number) => ({ 'aria-label': `Page ${number}` })}
        />
      )}
    </Group>
  );
}
