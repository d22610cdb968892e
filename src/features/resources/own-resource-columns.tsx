import { Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { OfferedResource } from '#contract/resources/resource-offers.schema.ts';
import { fileWords } from '#contract/resources/resources.rules.ts';
import type { Column } from '#src/ui/data-table.tsx';
import styles from './resources.module.css';

function sayState({ state, audience }: OfferedResource): string {
  if (state === 'approved') return audience === 'public' ? 'Everybody sees it' : 'Taken off again';
  return state === 'open' ? 'Waiting to be read' : 'Not taken';
}

/** What a superpower teacher shares, and what became of it. */
export const ownResourceColumns = (editHref: (id: string) => string): readonly Column<OfferedResource>[] => [
  {
    key: 'title',
    header: 'Title',
    heading: true,
    cell: ({ id, title, file }) => (
      <span className={styles.named}>
        <Link to={editHref(id)} dir="auto">
          {title}
        </Link>
        <Text span c="dimmed" size="sm" fw={400}>
          {file ? fileWords[file.media_type].label : 'Text'}
        </Text>
      </span>
    ),
  },
  {
    key: 'state',
    header: 'What became of it',
    cell: (resource) => (
      <span className={styles.named}>
        {sayState(resource)}
        {resource.why !== null && (
          <Text span c="dimmed" size="sm" dir="auto">
            {resource.why}
          </Text>
        )}
      </span>
    ),
  },
];
