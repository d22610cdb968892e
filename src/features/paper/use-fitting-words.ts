import type { Editor } from '@tiptap/react';
import { useEffect, useState, type RefObject } from 'react';
import { placeOfWords } from './place-of-words.ts';

/** From the size at which a book is read down to 18 pixels. */
const steps = [0, 1, 2, 3];
const smallest = 3;
/** Milliseconds without a key. */
const quiet = 1000;

/** For what the size of words was chosen: a box of this size, with so much in it. */
interface Fitted {
  readonly room: string;
  readonly length: number;
  readonly step: number;
}

/** Makes the words of a page smaller until they fit. @returns whether they do not fit even then, and scroll */
export function useFittingWords(editor: Editor, place: RefObject<HTMLElement | null>): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const words = placeOfWords(editor);
    if (!words) return undefined;
    const roomNow = () => `${words.clientWidth} ${words.clientHeight}`;
    let frame = 0;
    let fitted: Fitted = { room: '', length: 0, step: 0 };
    const fit = () => {
      frame = 0;
      const { current: sheet } = place;
      if (!sheet) return;
      const { size: length } = editor.state.doc.content;
      // More words do not fit where fewer did not: a key tries no larger size, which would place all words anew each time.
      const from = length >= fitted.length && roomNow() === fitted.room ? fitted.step : 0;
      if (from === 0) sheet.dataset['over'] = 'false';
      const fits = (step: number) => {
        sheet.dataset['step'] = String(step);
        return words.scrollHeight <= words.clientHeight + 1;
      };
      const found = steps.find((step) => step >= from && fits(step));
      const isStill = found === undefined;
      sheet.dataset['over'] = String(isStill);
      setOver(isStill);
      // Where they scroll, their box is smaller.
      fitted = { room: roomNow(), length, step: found ?? smallest };
    };
    // After the frame in which the key is seen.
    const soon = () => {
      frame ||= requestAnimationFrame(fit);
    };
    let rest: ReturnType<typeof setTimeout> | undefined;
    /** Other letters in the place of as many may need less room: once the hand rests, all sizes are tried. */
    const anew = () => {
      fitted = { room: '', length: 0, step: 0 };
      soon();
    };
    const typed = () => {
      soon();
      clearTimeout(rest);
      rest = setTimeout(anew, quiet);
    };
    soon();
    // The letters of the page may come later than the page.
    void (document.fonts as Partial<FontFaceSet> | undefined)?.ready?.then(anew);
    const watcher = new ResizeObserver(soon);
    watcher.observe(words);
    editor.on('update', typed);
    return () => {
      cancelAnimationFrame(frame);
      watcher.disconnect();
      clearTimeout(rest);
      editor.off('update', typed);
    };
  }, [editor, place]);
  return isOver;
}
