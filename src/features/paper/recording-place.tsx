import { Button, Text } from '@mantine/core';
import { IconMicrophone } from '@tabler/icons-react';
import type { NodeViewProps } from '@tiptap/react';
import type { Block } from '#contract/works/document.schema.ts';
import { AssetPlace, type AssetPlaceOptions } from './asset-place.tsx';

type RecordingAttributes = Extract<Block, { type: 'recording' }>['attrs'];

/** What the place of a recording in the editor needs to know of the page it is on. */
export interface RecordingPlaceOptions extends AssetPlaceOptions {
  /** Records another one in its place. */
  recordAnew: (sha256: string) => void;
}

/** A recording as it stands in the editor: one hears it, says what it says, records it anew or takes it out. */
export function RecordingPlace(view: NodeViewProps) {
  const attrs = view.node.attrs as RecordingAttributes;
  const { recordAnew } = view.extension.options as RecordingPlaceOptions;
  const { sha256, alt } = attrs;
  return (
    <AssetPlace
      view={view}
      block={{ type: 'recording', attrs }}
      words={alt === '' && <Text c="dimmed">Nobody can read yet what you say here.</Text>}
      label={alt === '' ? 'Your recording' : `Your recording “${alt}”`}
      describeLabel="Write what you say"
      isFolded
    >
      <Button
        size="md"
        mih={48}
        variant="default"
        leftSection={<IconMicrophone size={20} aria-hidden />}
        onClick={() => recordAnew(sha256)}
      >
        Record it again
      </Button>
    </AssetPlace>
  );
}
