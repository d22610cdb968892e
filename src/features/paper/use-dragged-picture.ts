import { useRef, useState, type PointerEvent } from 'react';

/** Pixels after which a press is no tap any more. */
const farEnough = 12;

interface Point {
  x: number;
  y: number;
}

interface DraggedPicture {
  /** It follows the finger once it was tapped; before, a swipe turns the page. */
  isHeld: boolean;
  /** It was let go of over the half of the page that is not its own. */
  onMove: () => void;
}

/** True where a finger is nearer to the middle of the words than to where the picture was. */
function isOverWords({ clientX, clientY, currentTarget }: PointerEvent, shift: Point): boolean {
  const words = currentTarget.closest('[data-desk-page]')?.querySelector('[data-words]');
  if (!words) return false;
  const distanceTo = (part: Element, { x, y }: Point) => {
    const { left, top, width, height } = part.getBoundingClientRect();
    return Math.hypot(clientX - left + x - width / 2, clientY - top + y - height / 2);
  };
  return distanceTo(words, { x: 0, y: 0 }) < distanceTo(currentTarget, shift);
}

/** A picture that is dragged over the words changes places with them. */
export function useDraggedPicture({ isHeld, onMove }: DraggedPicture) {
  const from = useRef<Point | null>(null);
  const [shift, setShift] = useState<Point | null>(null);

  function end(): void {
    from.current = null;
    setShift(null);
  }

  return {
    /** How far it is from its place now; null where nobody drags it. */
    shift,
    handlers: {
      onPointerDown: ({ clientX, clientY, pointerId, button, currentTarget }: PointerEvent) => {
        if (!isHeld || button !== 0) return;
        from.current = { x: clientX, y: clientY };
        currentTarget.setPointerCapture(pointerId);
      },
      onPointerMove: ({ clientX, clientY }: PointerEvent) => {
        if (!from.current) return;
        const [x, y] = [clientX - from.current.x, clientY - from.current.y];
        if (shift !== null || Math.hypot(x, y) >= farEnough) setShift({ x, y });
      },
      onPointerUp: (event: PointerEvent) => {
        if (shift !== null && isOverWords(event, shift)) onMove();
        end();
      },
      onPointerCancel: end,
    },
  };
}
