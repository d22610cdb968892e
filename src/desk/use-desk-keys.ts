import { useEffect, type RefObject } from 'react';

/** Where the keyboard goes in a part of the desk. */
const canHaveFocus =
  'a[href], button:not([disabled]), input, textarea, select, summary, [contenteditable="true"]';

/** F6 leads from one part of the desk to the next, with Shift to the one before. */
export function useDeskKeys(desk: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current: place } = desk;
    if (!place) return undefined;
    const goOn = (event: KeyboardEvent) => {
      if (event.key !== 'F6') return;
      event.preventDefault();
      const parts = [...place.querySelectorAll<HTMLElement>('[data-part]')].filter(
        (part) => part.querySelector(canHaveFocus) !== null,
      );
      // One part may be in another: the layouts are in the work.
      const here = parts.findLastIndex((part) => part.contains(document.activeElement));
      const next = parts.at((here + (event.shiftKey ? -1 : 1)) % parts.length);
      next?.querySelector<HTMLElement>(canHaveFocus)?.focus();
    };
    place.addEventListener('keydown', goOn);
    return () => place.removeEventListener('keydown', goOn);
  }, [desk]);
}
