import { Button, Text } from '@mantine/core';
import type { NodeViewProps } from '@tiptap/react';
import type { Block } from '#contract/works/document.schema.ts';
import { AssetPlace } from './asset-place.tsx';
import styles from './writing.module.css';

type PictureAttributes = Extract<Block, { type: 'picture' }>['attrs'];

const widths = [
  { value: 'small', label: 'Small' },
  { value: 'medium', label: 'Middle' },
  { value: 'full', label: 'Large' },
] as const;

/** A picture as it stands in the editor: what it shows, and how large it is. */
export function PicturePlace(view: NodeViewProps) {
  const attrs = view.node.attrs as PictureAttributes;
  const { alt, width } = attrs;
  return (
    <AssetPlace
      view={view}
      block={{ type: 'picture', attrs }}
      words={
        <Text c="dimmed" className={styles.note} dir="auto">
          {alt === '' ? 'Nobody knows yet what can be seen here.' : alt}
        </Text>
      }
      label={alt === '' ? 'A picture' : `The picture “${alt}”`}
      describeLabel="Say what it shows"
    >
      {widths.map(({ value, label }) => (
        <Button
          key={value}
          size="md"
          mih={48}
          variant={width === value ? 'light' : 'subtle'}
          aria-pressed={width === value}
          onClick={() => view.updateAttributes({ width: value })}
        >
          {label}
        </Button>
      ))}
    </AssetPlace>
  );
}
