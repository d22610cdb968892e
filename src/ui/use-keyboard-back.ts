import { useEffect } from 'react';

/**
 * Gives the keyboard back to where it was when something opened, once that is closed or taken out of the page as it is. What takes
 * the keyboard when it opens does so after this.
 */
export function useKeyboardBack(opened = true): void {
  useEffect(() => {
    if (!opened) return undefined;
    const before = document.activeElement;
    return () => {
      // What closed it may have somewhere else for the keyboard to go.
      setTimeout(() => {
        const isNowhere = document.activeElement === null || document.activeElement === document.body;
        if (isNowhere && before instanceof HTMLElement) before.focus({ preventScroll: true });
      });
    };
  }, [opened]);
}
