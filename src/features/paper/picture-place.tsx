import { Button, Text } from '@mantine/core';
import { useEditorState, type NodeViewProps } from '@tiptap/react';
import { use } from 'react';
import type { Block } from '#contract/works/document.schema.ts';
import { AssetPlace } from './asset-place.tsx';
import { PageContext } from './page-context.tsx';
import { PagePicturePlace } from './page-picture-place.tsx';
import { layoutOfNode } from './page-picture.ts';
import styles from '#src/desk/writing.module.css';

type PictureAttributes = Extract<Block, { type: 'picture' }>['attrs'];

const widths = [
  { value: 'small', label: 'Small' },
  { value: 'medium', label: 'Middle' },
  { value: 'full', label: 'Large' },
] as const;

/** A picture in the editor: the one of a page, or one among words. */
export function PicturePlace(view: NodeViewProps) {
  const actions = use(PageContext);
  const isOfPage = useEditorState({
    editor: view.editor,
    selector: ({ editor: { state } }) => actions !== null && layoutOfNode(state.doc) !== null,
  });
  return isOfPage && actions ? (
    <PagePicturePlace view={view} actions={actions} />
  ) : (
    <PictureAmongWords {...view} />
  );
}

/** What it shows, and how large it is. */
function PictureAmongWords(view: NodeViewProps) {
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
