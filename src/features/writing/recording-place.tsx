import { Button, Group, Text } from '@mantine/core';
import { IconMessageCircle, IconMicrophone, IconTrash } from '@tabler/icons-react';
import { NodeViewWrapper, type NodeViewProps } from '@tiptap/react';
import type { Block } from '#contract/works/document.schema.ts';
import { AssetState } from './asset-state.tsx';
import type { PicturePlaceOptions } from './picture-place.tsx';
import styles from './writing.module.css';

type RecordingAttributes = Extract<Block, { type: 'recording' }>['attrs'];

/** What the place of a recording in the editor needs to know of the page it is on. */
export interface RecordingPlaceOptions extends PicturePlaceOptions {
  /** Records another one in its place. */
  recordAnew: (sha256: string) => void;
}

/** A recording as it stands in the editor: one hears it, says what it says, records it anew or takes it out. */
export function RecordingPlace({ node, extension, editor, deleteNode, selected }: NodeViewProps) {
  const attrs = node.attrs as RecordingAttributes;
  const { draw, describe, recordAnew } = extension.options as RecordingPlaceOptions;
  const { sha256, alt } = attrs;
  return (
    <NodeViewWrapper className={styles.picture} data-selected={selected} contentEditable={false}>
      {draw({ type: 'doc', content: [{ type: 'recording', attrs }] })}
      {alt === '' && <Text c="dimmed">Nobody can read yet what you say here.</Text>}
      <Group gap="xs" role="group" aria-label={alt === '' ? 'Your recording' : `Your recording “${alt}”`}>
        <Button
          size="md"
          mih={48}
          variant="default"
          leftSection={<IconMessageCircle size={20} aria-hidden />}
          onClick={() => describe(sha256)}
        >
          Write what you say
        </Button>
        <Button
          size="md"
          mih={48}
          variant="default"
          leftSection={<IconMicrophone size={20} aria-hidden />}
          onClick={() => recordAnew(sha256)}
        >
          Record it again
        </Button>
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
      <AssetState kind="recording" sha256={sha256} />
    </NodeViewWrapper>
  );
}
