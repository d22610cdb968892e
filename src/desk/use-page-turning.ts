import { useEffect, useRef, type PointerEvent } from 'react';

/** Pixels that a finger goes sideways at least to turn a page. */
const farEnough = 60;

/** Where keys mean something else. */
const takesKeys =
  'input, textarea, select, audio, [role="dialog"], [role="slider"], [role="menu"], [contenteditable="true"]';

const byArrow: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };
const byPageKey: Readonly<Record<string, number>> = { PageDown: 1, PageUp: -1 };

interface PageTurning {
  /** True where the book is read from right to left. */
  fromRight: boolean;
  /** `by`: 1 for the next page, -1 for the one before; `isTyped`: by keys from within the words. */
  turn: (by: number, isTyped: boolean) => void;
}

/** Turns the pages of a book by a swipe, by arrows outside of the words, and by Page Up and Page Down. */
export function usePageTurning({ fromRight, turn }: PageTurning) {
  const touched = useRef<{ x: number; y: number } | null>(null);

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const { key, target } = event;
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
      if (document.querySelector('[aria-modal="true"]') !== null) return;
      const isIn = (places: string) => target instanceof Element && target.closest(places) !== null;
      const arrow = isIn(takesKeys) ? undefined : byArrow[key];
      const by = byPageKey[key] ?? (arrow === undefined ? undefined : fromRight ? -arrow : arrow);
      if (by === undefined || isIn('textarea, [role="dialog"]')) return;
      event.preventDefault();
      turn(by, isIn('[contenteditable="true"]'));
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [fromRight, turn]);

  return {
    onPointerDown: ({ clientX, clientY, pointerType, target }: PointerEvent) => {
      const isHeld = target instanceof Element && target.closest('[data-held]') !== null;
      // A mouse that is dragged selects words.
      touched.current = pointerType === 'mouse' || isHeld ? null : { x: clientX, y: clientY };
    },
    onPointerUp: ({ clientX, clientY }: PointerEvent) => {
      const from = touched.current;
      touched.current = null;
      if (!from || window.getSelection()?.isCollapsed === false) return;
      const [x, y] = [clientX - from.x, clientY - from.y];
      if (Math.abs(x) < farEnough || Math.abs(x) < 2 * Math.abs(y)) return;
      const by = x < 0 ? 1 : -1;
      turn(fromRight ? -by : by, false);
    },
    onPointerCancel: () => {
      touched.current = null;
    },
  };
}
