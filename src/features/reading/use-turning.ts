import { useEffect, useRef, useState, type PointerEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Work } from '#contract/works/works.schema.ts';
import { placeByKey, tapTurn, turnOf } from './reader.rules.ts';
import { partHref } from '#src/document/work-words.ts';

/** Somebody who types, chooses or presses means the field, and not the book. */
function isBusyElsewhere(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [role="dialog"], [role="menu"]') !== null
  );
}

interface Turning {
  work: Work;
  place: number;
  parts: number;
  /** True where the work is read from right to left: then it is turned the other way. */
  fromRight: boolean;
  /** With it, up and down move a line and a tap chooses one. */
  onLine: { move: (by: number) => void; showAt: (clientY: number) => void } | null;
}

/** Turns pages by keys, by a swipe, and in books by a tap at a side of the page. */
export function useTurning({ work, place, parts, fromRight, onLine }: Turning) {
  const navigate = useNavigate();
  const touched = useRef<{ x: number; y: number } | null>(null);
  const [shown, setShown] = useState(place);
  const [direction, setDirection] = useState<'on' | 'back' | null>(null);

  if (shown !== place) {
    setShown(place);
    setDirection(place > shown ? 'on' : 'back');
  }

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || isBusyElsewhere(event.target))
        return;
      if (onLine && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
        event.preventDefault();
        onLine.move(event.key === 'ArrowDown' ? 1 : -1);
        return;
      }
      // Of a story, whose chapters are long, these move the page.
      const scrolls = ['PageDown', 'PageUp', 'Home', 'End'].includes(event.key);
      if (scrolls && work.kind === 'story') return;
      const next = placeByKey(event.key, { place, parts, fromRight });
      if (next === null) return;
      event.preventDefault();
      if (next !== place) void navigate(partHref(work, next + 1), { replace: true });
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [navigate, work, place, parts, fromRight, onLine]);

  function turn(by: number) {
    const next = place + by;
    if (by !== 0 && next >= 0 && next < parts) void navigate(partHref(work, next + 1), { replace: true });
  }

  function end({ clientX, clientY, pointerType, currentTarget }: PointerEvent<HTMLElement>) {
    const from = touched.current;
    touched.current = null;
    if (!from) return;
    const move = { x: clientX - from.x, y: clientY - from.y };
    // A mouse that is dragged selects words.
    if (pointerType !== 'mouse' && turnOf(move) !== 0) return turn(fromRight ? -turnOf(move) : turnOf(move));
    if (Math.hypot(move.x, move.y) > 10 || window.getSelection()?.isCollapsed === false) return;
    if (onLine) return onLine.showAt(clientY);
    if (work.kind !== 'book') return;
    const { left, width } = currentTarget.getBoundingClientRect();
    const by = tapTurn((clientX - left) / width);
    turn(fromRight ? -by : by);
  }

  return {
    /** Which way the page that is shown was turned to; null for the first. */
    direction,
    handlers: {
      onPointerDown: ({ clientX, clientY, button, target }: PointerEvent) => {
        const isPressed = target instanceof Element && target.closest('button') !== null;
        if (button === 0 && !isPressed) touched.current = { x: clientX, y: clientY };
      },
      onPointerUp: end,
      onPointerCancel: () => {
        touched.current = null;
      },
    },
  };
}
