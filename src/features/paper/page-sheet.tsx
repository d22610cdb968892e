import { UnstyledButton } from '@mantine/core';
import { IconArrowRight, IconPencil, IconPhoto } from '@tabler/icons-react';
import { EditorContent, type Editor } from '@tiptap/react';
import { useRef, type ReactNode, useEffect, type RefObject } from 'react';
import { isLast } from './desk-layout.rules.ts';
import { LayoutTiles } from './layout-tiles.tsx';
import { useFittingWords } from './use-fitting-words.ts';
import type { PageLayoutState } from './use-page-layout.ts';
import styles from '#src/desk/page.module.css';

/** A press beside the words means them: it goes to their beginning or their end, whichever is nearer. */
function usePressBeside(editor: Editor, sheet: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current: place } = sheet;
    if (!place) return undefined;
    function press(event: MouseEvent): void {
      const { target, clientY } = event;
      const words = editor.view.dom;
      if (target !== place && target !== words && target !== words.parentElement) return;
      const blocks = [...words.children].filter((block) => !block.classList.contains('node-picture'));
      const top = blocks[0]?.getBoundingClientRect().top ?? 0;
      const bottom = blocks.at(-1)?.getBoundingClientRect().bottom ?? top;
      // Between two lines the browser knows best.
      if (target === words && clientY >= top && clientY <= bottom) return;
      event.preventDefault();
      editor.view.focus();
      editor.commands.focus(clientY < top ? 'start' : 'end', { scrollIntoView: false });
    }
    place.addEventListener('mousedown', press);
    return () => place.removeEventListener('mousedown', press);
  }, [editor, sheet]);
}

interface PageSheetProps {
  editor: Editor;
  page: PageLayoutState;
  /** Opens the choice of pictures. */
  onPicture: () => void;
  /** Opens the next page with the cursor in it; null where there is none and no room for one. */
  onGoOn: (() => void) | null;
  /** Where what is written is saved. */
  note: ReactNode;
}

/** One page of a book, written as it is read: its picture in one place, its words in the other. */
export function PageSheet({ editor, page, onPicture, onGoOn, note }: PageSheetProps) {
  const { layout, slots } = page;
  const sheet = useRef<HTMLElement>(null);
  const isOver = useFittingWords(editor, sheet);

  usePressBeside(editor, sheet);

  const slot = (slots === 'none' || slots === 'words') && (
    <UnstyledButton className={styles.slot} onClick={onPicture}>
      <IconPhoto size={slots === 'words' && !page.isOpened ? 32 : 44} stroke={1.5} aria-hidden />
      Picture goes here
    </UnstyledButton>
  );
  const isWhole = slots === 'picture' && !page.isOpened;
  const last = layout !== null && isLast(layout);
  return (
    <>
      <article
        ref={sheet}
        className={styles.page}
        data-desk-page
        data-paper
        data-layout={layout ?? 'many'}
        data-slots={slots}
        data-opened={page.isOpened}
      >
        {!last && slot}
        <EditorContent editor={editor} className={styles.words} data-words />
        {last && slot}
        {isWhole && (
          <UnstyledButton
            className={styles.wordsSlot}
            onClick={() => {
              page.open();
              // The command waits for a frame, and a fast child's first letters would be lost.
              editor.view.focus();
              editor.commands.focus('end');
            }}
          >
            <IconPencil size={24} stroke={1.75} aria-hidden />
            Words go here
          </UnstyledButton>
        )}
        {isOver && !isWhole && layout !== null && onGoOn && (
          <UnstyledButton className={styles.goOn} onClick={onGoOn}>
            Go on on the next page
            <IconArrowRight size={22} stroke={1.75} aria-hidden />
          </UnstyledButton>
        )}
        {note}
      </article>
      {layout !== null && <LayoutTiles chosen={layout} onChoose={page.choose} />}
    </>
  );
}
