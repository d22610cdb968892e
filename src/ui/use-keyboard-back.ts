import { useEffect } from 'react';

type Places = readonly (Element | null)[];

/** Where the keyboard goes back to from each dialog that is open, and from the one that closes right now. */
const open: Places[] = [];
let leaving: Places = [];

const isInDialog = (element: Element | null) => Boolean(element?.closest('[aria-modal="true"]'));

const isNowhere = (element: Element | null) => element === null || element === document.body;

/**
 * Gives the keyboard back to where it was when something opened, once that is closed or taken out of the page as it is. Where that
 * was in a dialog that is gone by then, it goes where that one gives it back, else to the content of the page. What takes the
 * keyboard when it opens does so after this.
 */
export function useKeyboardBack(opened = true): void {
  useEffect(() => {
    if (!opened) return undefined;
    const before = document.activeElement;
    const around = isInDialog(before) || isNowhere(before) ? (open.at(-1) ?? leaving) : [];
    const places: Places = [before, ...around, document.getElementById('main')];
    open.push(places);
    return () => {
      open.splice(open.indexOf(places), 1);
      leaving = places;
      const atClose = document.activeElement;
      // What closed it may have somewhere else for the keyboard to go.
      setTimeout(() => {
        leaving = [];
        const { activeElement } = document;
        // A dialog that fades still has the keyboard, and takes it along.
        const isLost = isNowhere(activeElement) || (activeElement === atClose && isInDialog(atClose));
        const place = places.find((each) => each?.isConnected === true && !isNowhere(each));
        if (isLost && place instanceof HTMLElement) place.focus({ preventScroll: true });
      });
    };
  }, [opened]);
}
