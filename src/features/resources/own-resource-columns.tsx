import { Text } from '@mantine/core';
import { panelPaths } from '#contract/kit/panel-paths.ts';
import type { OfferedResource } from '#contract/resources/resource-offers.schema.ts';
import type { Column } from '#src/ui/data-table.tsx';
import { ResourceTitle } from './resource-title.tsx';
import styles from './resources.module.css';

function sayState({ state, audience }: OfferedResource): string {
  if (state === 'approved') return audience === 'public' ? 'Everybody sees it' : 'Taken off again';
  return state === 'open' ? 'Waiting to be read' : 'Not taken';
}

/** What a superpower teacher shares, and what became of it. */
export const ownResourceColumns: readonly Column<OfferedResource>[] = [
  {
    key: 'title',
    header: 'Title',
    heading: true,
    cell: ({ id, title, file }) => (
      <ResourceTitle title={title} file={file} href={panelPaths.championResources({ id })} />
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
