import { Button, Group, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconDots, IconMessageCircle, IconTrash } from '@tabler/icons-react';
import { NodeViewWrapper, type NodeViewProps } from '@tiptap/react';
import { use, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { Block, WorkDocument } from '#contract/works/document.schema.ts';
import { AssetState } from './asset-state.tsx';
import { moveBlock } from './move-block.ts';
import { ReadsTo } from './page-context.tsx';
import styles from '#src/desk/writing.module.css';

/** What the place of a picture or a recording in the editor needs to know of the page it is on. */
export interface AssetPlaceOptions {
  /** The story or book: what is cut from it can be pasted there. */
  workId: string;
  /** Shows a document. */
  draw: (document: WorkDocument) => ReactNode;
  /** Asks its author what a picture shows, or a recording says. */
  describe: (sha256: string) => void;
}

interface AssetPlaceProps {
  /** What the editor hands to whoever draws one of its nodes. */
  view: Pick<NodeViewProps, 'extension' | 'editor' | 'deleteNode' | 'getPos' | 'selected'>;
  block: Extract<Block, { type: 'picture' | 'recording' }>;
  /** What is known of it in words. */
  words: ReactNode;
  /** Of the buttons, for those who hear them. */
  label: string;
  /** Of the button that asks its author about it. */
  describeLabel: string;
  /** True where what can be done about it shows by a tap only: on a page there is no room for more than itself. */
  isFolded?: boolean;
  /** More buttons. */
  children: ReactNode;
}

/** A picture or a recording as it stands in the editor: itself, what can be done about it, and where it is by now. */
export function AssetPlace({
  view,
  block,
  words,
  label,
  describeLabel,
  isFolded = false,
  children,
}: AssetPlaceProps) {
  const [isOpen, setOpen] = useState(!isFolded);
  const readsTo = use(ReadsTo);
  const { extension, editor, deleteNode, getPos, selected } = view;
  const { draw, describe } = extension.options as AssetPlaceOptions;
  const { sha256 } = block.attrs;
  const move = (by: 'up' | 'down') => {
    const place = getPos();
    const moved = place === undefined ? null : moveBlock(editor, place, by);
    if (moved === null) return;
    // The editor draws it anew; who moves it by the keyboard goes on from the same button.
    requestAnimationFrame(() => {
      const shown = editor.view.nodeDOM(moved);
      if (!(shown instanceof HTMLElement)) return;
      flushSync(() => shown.querySelector<HTMLElement>('[data-folds][aria-expanded="false"]')?.click());
      shown.querySelector<HTMLElement>(`[data-move="${by}"]`)?.focus();
    });
  };
  return (
    <NodeViewWrapper
      className={styles.picture}
      dir={readsTo}
      data-selected={selected}
      contentEditable={false}
    >
      <div className={isFolded ? styles.assetRow : undefined}>
        {draw({ type: 'doc', content: [block] })}
        {isFolded && (
          <UnstyledButton
            className={styles.assetMore}
            data-folds
            aria-label="Change it"
            aria-expanded={isOpen}
            onClick={({ currentTarget }) => {
              flushSync(() => setOpen(!isOpen));
              currentTarget.scrollIntoView({ block: isOpen ? 'center' : 'start' });
            }}
          >
            <IconDots size={26} stroke={1.75} aria-hidden />
          </UnstyledButton>
        )}
      </div>
      {isOpen && (
        <>
          {words}
          <Group gap="xs" role="group" aria-label={label}>
            <Button
              size="md"
              mih={48}
              variant="default"
              leftSection={<IconMessageCircle size={20} aria-hidden />}
              onClick={() => describe(sha256)}
            >
              {describeLabel}
            </Button>
            {children}
            <Button
              size="md"
              mih={48}
              variant="default"
              data-move="up"
              leftSection={<IconArrowUp size={20} aria-hidden />}
              onClick={() => move('up')}
            >
              Move up
            </Button>
            <Button
              size="md"
              mih={48}
              variant="default"
              data-move="down"
              leftSection={<IconArrowDown size={20} aria-hidden />}
              onClick={() => move('down')}
            >
              Move down
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
        </>
      )}
      <AssetState kind={block.type} sha256={sha256} isQuiet={!isOpen} />
    </NodeViewWrapper>
  );
}
