import { useCallback, useEffect, useRef } from 'react';
import { lineAt, linesIn } from './reader-lines.ts';

/**
 * One line of the words stands out. It is drawn by two variables of their element, so that nothing is rendered when it moves.
 * Each page has an element of its own, and begins at its first line.
 */
export function useFocusLine(isOn: boolean, words: HTMLElement | null) {
  const present = useRef(0);

  const show = useCallback(
    (place: number) => {
      if (!words) return;
      const lines = linesIn(words);
      const next = Math.min(Math.max(place, 0), lines.length - 1);
      const line = lines[next];
      if (!line) return;
      present.current = next;
      words.style.setProperty('--line-top', `${line.top}px`);
      words.style.setProperty('--line-bottom', `${line.bottom}px`);
      const { top } = words.getBoundingClientRect();
      const middle = top + (line.top + line.bottom) / 2;
      const isInSight = middle > window.innerHeight * 0.2 && middle < window.innerHeight * 0.7;
      if (!isInSight) window.scrollBy({ top: middle - window.innerHeight * 0.4 });
    },
    [words],
  );

  useEffect(() => {
    if (!isOn || !words) return undefined;
    show(0);
    // Other letters make other lines.
    let width = words.clientWidth;
    let height = words.clientHeight;
    const watch = new ResizeObserver(() => {
      if (words.clientWidth === width && words.clientHeight === height) return;
      ({ clientWidth: width, clientHeight: height } = words);
      show(present.current);
    });
    watch.observe(words);
    return () => watch.disconnect();
  }, [isOn, words, show]);

  return {
    /** One further, or one back. */
    move: useCallback((by: number) => show(present.current + by), [show]),
    /** The line at a height of the window. */
    showAt: useCallback(
      (clientY: number) => {
        if (words) show(lineAt(linesIn(words), clientY - words.getBoundingClientRect().top));
      },
      [show, words],
    ),
  };
}
