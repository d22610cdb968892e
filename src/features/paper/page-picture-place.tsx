import { UnstyledButton } from '@mantine/core';
import {
  IconArrowsUpDown,
  IconMessageCircle,
  IconPhoto,
  IconRotateClockwise,
  IconTrash,
  type TablerIcon,
} from '@tabler/icons-react';
import { NodeViewWrapper, type NodeViewProps } from '@tiptap/react';
import { use, useEffect, useRef, useState } from 'react';
import type { Block } from '#contract/works/document.schema.ts';
import type { AssetPlaceOptions } from './asset-place.tsx';
import { AssetState } from './asset-state.tsx';
import { ReadsTo, type PageActions } from './page-context.tsx';
import { movePicture, removePicture } from './page-picture.ts';
import { useDraggedPicture } from './use-dragged-picture.ts';
import styles from '#src/desk/page.module.css';

type PictureAttributes = Extract<Block, { type: 'picture' }>['attrs'];

interface ToolProps {
  label: string;
  icon: TablerIcon;
  isBusy?: boolean;
  onClick: () => void;
}

function Tool({ label, icon: Icon, isBusy = false, onClick }: ToolProps) {
  return (
    <UnstyledButton className={styles.pictureTool} disabled={isBusy} onClick={onClick}>
      <Icon size={22} stroke={1.75} aria-hidden />
      {label}
    </UnstyledButton>
  );
}

/** The one picture of a page. A tap shows what can be done with it. */
export function PagePicturePlace({ view, actions }: { view: NodeViewProps; actions: PageActions }) {
  const { editor, extension, node } = view;
  const { draw, describe } = extension.options as AssetPlaceOptions;
  const attrs = node.attrs as PictureAttributes;
  const { sha256, alt } = attrs;
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const readsTo = use(ReadsTo);
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { shift, handlers } = useDraggedPicture({ isHeld: isOpen, onMove: () => movePicture(editor) });

  useEffect(() => {
    if (!isOpen) return undefined;
    const leave = ({ target }: Event) => {
      if (!(target instanceof Node && place.current?.contains(target))) setOpen(false);
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('focusin', leave);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('focusin', leave);
    };
  }, [isOpen]);

  function close(): void {
    setOpen(false);
    button.current?.focus();
  }

  async function turn(): Promise<void> {
    setBusy(true);
    await actions.turn({ sha256, alt });
    setBusy(false);
  }

  return (
    <NodeViewWrapper
      ref={place}
      className={styles.pagePicture}
      dir={readsTo}
      data-open={isOpen}
      data-held={isOpen || undefined}
      data-dragged={shift !== null || undefined}
      style={shift ? { translate: `${shift.x}px ${shift.y}px` } : undefined}
      contentEditable={false}
      onKeyDown={(event: React.KeyboardEvent) => {
        if (event.key === 'Escape' && isOpen) close();
      }}
    >
      {draw({ type: 'doc', content: [{ type: 'picture', attrs }] })}
      <button
        ref={button}
        type="button"
        className={styles.pictureButton}
        aria-label={alt === '' ? 'The picture' : `The picture “${alt}”`}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        {...handlers}
      />
      {isOpen && (
        <div role="group" aria-label="What to do with the picture" className={styles.pictureTools}>
          <Tool
            label="Move"
            icon={IconArrowsUpDown}
            onClick={() => {
              movePicture(editor);
              close();
            }}
          />
          <Tool label="Turn" icon={IconRotateClockwise} isBusy={isBusy} onClick={() => void turn()} />
          <Tool
            label="Change"
            icon={IconPhoto}
            onClick={() => {
              // The sheet gives the keyboard back to the picture: this button is gone by then.
              close();
              actions.change();
            }}
          />
          <Tool
            label="Remove"
            icon={IconTrash}
            onClick={() => {
              removePicture(editor);
              editor.commands.focus();
            }}
          />
          <Tool label="Say what it shows" icon={IconMessageCircle} onClick={() => describe(sha256)} />
        </div>
      )}
      <AssetState kind="picture" sha256={sha256} isQuiet />
    </NodeViewWrapper>
  );
}
