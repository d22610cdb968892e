import { Button, Group, Text } from '@mantine/core';
import { IconMessageCircle, IconTrash } from '@tabler/icons-react';
import { NodeViewWrapper, type NodeViewProps } from '@tiptap/react';
import type { ReactNode } from 'react';
import type { Block, WorkDocument } from '#contract/works/document.schema.ts';
import { AssetState } from './asset-state.tsx';
import styles from './writing.module.css';

type PictureAttributes = Extract<Block, { type: 'picture' }>['attrs'];

/** What the place of a picture in the editor needs to know of the page it is on. */
export interface PicturePlaceOptions {
  /** Shows a document. */
  draw: (document: WorkDocument) => ReactNode;
  /** Asks its author what a picture shows. */
  describe: (sha256: string) => void;
}

const widths = [
  { value: 'small', label: 'Small' },
  { value: 'medium', label: 'Middle' },
  { value: 'full', label: 'Large' },
] as const;

/** A picture as it stands in the editor: what it shows, how large it is, and where it is by now. */
export function PicturePlace({
  node,
  extension,
  editor,
  updateAttributes,
  deleteNode,
  selected,
}: NodeViewProps) {
  const attrs = node.attrs as PictureAttributes;
  const { draw, describe } = extension.options as PicturePlaceOptions;
  const { sha256, alt, width } = attrs;
  return (
    <NodeViewWrapper className={styles.picture} data-selected={selected} contentEditable={false}>
      {draw({ type: 'doc', content: [{ type: 'picture', attrs }] })}
      <Text c="dimmed" className={styles.note} dir="auto">
        {alt === '' ? 'Nobody knows yet what can be seen here.' : alt}
      </Text>
      <Group gap="xs" role="group" aria-label={alt === '' ? 'A picture' : `The picture “${alt}”`}>
        <Button
          size="md"
          mih={48}
          variant="default"
          leftSection={<IconMessageCircle size={20} aria-hidden />}
          onClick={() => describe(sha256)}
        >
          Say what it shows
        </Button>
        {widths.map(({ value, label }) => (
          <Button
            key={value}
            size="md"
            mih={48}
            variant={width === value ? 'light' : 'subtle'}
            aria-pressed={width === value}
            onClick={() => updateAttributes({ width: value })}
          >
            {label}
          </Button>
        ))}
        <Button
          size="md"
          mih={48}
          variant="subtle"
          color="red"
          leftSection={<IconTrash size={20} aria-hidden />}
          onClick={() => {
            deleteNode();
            editor.commands.focus();
          }}
        >
          Take it out
        </Button>
      </Group>
      <AssetState kind="picture" sha256={sha256} />
    </NodeViewWrapper>
  );
}
