import { Button, Text } from '@mantine/core';
import type { Lack, Unfinished } from '#contract/content/editor.schema.ts';
import { blockIdOf } from './block-list.tsx';
import { blockKindOf } from './page-fields.ts';
import styles from './page-editor.module.css';

interface LacksListProps {
  lacks: readonly Lack[];
  blocks: readonly Unfinished[];
  onGo: (block: string | null) => void;
}

/** What keeps a page from being published, with a way to each place. */
export function LacksList({ lacks, blocks, onGo }: LacksListProps) {
  if (lacks.length === 0) return null;
  const nameOf = (id: string | null) => {
    if (id === null) return 'About this page';
    const place = blocks.findIndex((block, at) => blockIdOf(block, at) === id);
    const block = blocks[place];
    return block ? `${blockKindOf(block)?.label ?? 'Block'} ${place + 1}` : 'Block';
  };
  return (
    <div role="alert" className={styles.note}>
      <Text fw={600}>This page is not ready yet.</Text>
      <ul className={styles.lacks}>
        {lacks.map((lack) => (
          <li key={`${lack.block ?? ''} ${lack.field} ${lack.lacks}`}>
            {lack.lacks}
            <Button
              variant="default"
              size="compact-md"
              aria-label={`Go to ${nameOf(lack.block)}: ${lack.lacks}`}
              onClick={() => onGo(lack.block)}
            >
              {nameOf(lack.block)}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
