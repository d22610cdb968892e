import type { Editor } from '@tiptap/react';
import { useEffect, type RefObject } from 'react';

/** A press beside the words means them: it goes to their beginning or their end, whichever is nearer. */
export function usePressBeside(editor: Editor, sheet: RefObject<HTMLElement | null>): void {
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
