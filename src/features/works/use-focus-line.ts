import { useCallback, useEffect, useRef, type RefObject } from 'react';
import { lineAt, linesIn } from './reader-lines.ts';

/**
 * One line of the words stands out. It is drawn by two variables of their element, so that nothing is rendered when it moves.
 * `page` names what is shown: each begins at its first line.
 */
export function useFocusLine(isOn: boolean, words: RefObject<HTMLElement | null>, page: string) {
  const present = useRef(0);

  const show = useCallback(
    (place: number) => {
      const element = words.current;
      if (!element) return;
      const lines = linesIn(element);
      const next = Math.min(Math.max(place, 0), lines.length - 1);
      const line = lines[next];
      if (!line) return;
      present.current = next;
      element.style.setProperty('--line-top', `${line.top - 4}px`);
      element.style.setProperty('--line-bottom', `${line.bottom + 4}px`);
      const { top } = element.getBoundingClientRect();
      const middle = top + (line.top + line.bottom) / 2;
      const isInSight = middle > window.innerHeight * 0.2 && middle < window.innerHeight * 0.7;
      if (!isInSight) window.scrollBy({ top: middle - window.innerHeight * 0.4 });
    },
    [words],
  );

  useEffect(() => {
    const element = words.current;
    if (!isOn || !element) return undefined;
    show(0);
    // Other letters make other lines.
    let width = element.clientWidth;
    let height = element.clientHeight;
    const watch = new ResizeObserver(() => {
      if (element.clientWidth === width && element.clientHeight === height) return;
      ({ clientWidth: width, clientHeight: height } = element);
      show(present.current);
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, [isOn, words, page, show]);

  return {
    /** One further, or one back. */
    move: useCallback((by: number) => show(present.current + by), [show]),
    /** The line at a height of the window. */
    showAt: useCallback(
      (clientY: number) => {
        const element = words.current;
        if (!element) return;
        show(lineAt(linesIn(element), clientY - element.getBoundingClientRect().top));
      },
      [show, words],
    ),
  };
}
