import type { Node } from '@tiptap/pm/model';
import type { Transaction } from '@tiptap/pm/state';
import { useEditorState, type Editor } from '@tiptap/react';
import { useEffect, useState } from 'react';
import type { DeskLayout } from './desk-layout.rules.ts';
import { applyLayout, hasWords, layoutOfNode } from './page-picture.ts';

/** What of a page is filled. */
type Slots = 'none' | 'words' | 'picture' | 'both';

export interface PageLayoutState {
  /** Null where no tile is like the page: it is shown in the order of its document. */
  layout: DeskLayout | null;
  slots: Slots;
  /** True where a place that is empty is as large as it will be. */
  isOpened: boolean;
  open: () => void;
  choose: (layout: DeskLayout) => void;
}

/** Its layout, and whether something is written on it. */
function tellOf(doc: Node): string {
  return `${layoutOfNode(doc)} ${hasWords(doc)}`;
}

/** How a page is laid out: its document says it; a tile that was tapped before there is a picture is remembered here. */
export function usePageLayout(editor: Editor): PageLayoutState {
  const [wanted, setWanted] = useState<DeskLayout>('picture_first');
  const [isOpened, setOpened] = useState(false);
  const found = useEditorState({
    editor,
    selector: ({ editor: { state } }) => tellOf(state.doc),
  });
  const [name = '', words] = found.split(' ');
  const hasPicture = name !== 'words';
  const isWritten = words === 'true';
  useEffect(() => {
    const open = () => setOpened(true);
    // What changes under one's hands keeps both places open. A version from elsewhere does not: that is no update.
    const compare = ({ transaction: { before } }: { transaction: Transaction }) => {
      if (tellOf(before) !== tellOf(editor.state.doc)) open();
    };
    editor.on('update', compare);
    // Who comes by the keyboard to a page with a picture alone comes to write.
    if (hasPicture) editor.on('focus', open);
    return () => {
      editor.off('update', compare);
      editor.off('focus', open);
    };
  }, [editor, hasPicture]);
  const layout = name === 'null' ? null : hasPicture ? (name as DeskLayout) : wanted;
  const filled = hasPicture ? 'picture' : 'none';
  return {
    layout,
    slots: isWritten ? (hasPicture ? 'both' : 'words') : filled,
    isOpened,
    open: () => setOpened(true),
    choose: (next) => {
      setWanted(next);
      setOpened(true);
      applyLayout(editor, next);
    },
  };
}
