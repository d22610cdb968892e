import type { Editor } from '@tiptap/react';
import { useEffect, useState, type RefObject } from 'react';
import { placeOfWords } from './place-of-words.ts';

/** From the size at which a book is read down to 18 pixels. */
const steps = [0, 1, 2, 3];

/** Makes the words of a page smaller until they fit. @returns whether they do not fit even then, and scroll */
export function useFittingWords(editor: Editor, place: RefObject<HTMLElement | null>): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const words = placeOfWords(editor);
    if (!words) return undefined;
    const isTooLong = () => words.scrollHeight > words.clientHeight + 1;
    let frame = 0;
    const fit = () => {
      frame = 0;
      if (!place.current) return;
      place.current.dataset['over'] = 'false';
      for (const step of steps) {
        place.current.dataset['step'] = String(step);
        if (!isTooLong()) break;
      }
      const isStill = isTooLong();
      place.current.dataset['over'] = String(isStill);
      setOver(isStill);
    };
    // After the frame in which the key is seen.
    const soon = () => {
      frame ||= requestAnimationFrame(fit);
    };
    soon();
    const watcher = new ResizeObserver(soon);
    watcher.observe(words);
    editor.on('update', soon);
    return () => {
      cancelAnimationFrame(frame);
      watcher.disconnect();
      editor.off('update', soon);
    };
  }, [editor, place]);
  return isOver;
}
