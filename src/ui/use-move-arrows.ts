import { useRef } from 'react';
import { flushSync } from 'react-dom';

const canBePressed = ({ disabled, style }: HTMLButtonElement) => !disabled && style.visibility !== 'hidden';

/** The arrows of a row that change its place in a list. The focus stays on the arrow that was pressed, or goes to the other one. */
export function useMoveArrows(onMove: (by: -1 | 1) => void) {
  const up = useRef<HTMLButtonElement>(null);
  const down = useRef<HTMLButtonElement>(null);

  function move(by: -1 | 1): void {
    flushSync(() => onMove(by));
    // The row moved in the document, and an arrow at an end cannot be pressed: both take the focus away.
    const [pressed, other] = by === -1 ? [up.current, down.current] : [down.current, up.current];
    (pressed && canBePressed(pressed) ? pressed : other)?.focus();
  }

  return { up, down, move };
}
