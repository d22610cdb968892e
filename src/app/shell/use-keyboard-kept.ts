import { useEffect } from 'react';

/** What the Tab key comes to, hidden or not. */
const reachable = ['a[href]', 'button', 'input', 'select', 'textarea', 'summary', '[tabindex="0"]']
  .map((element) => `${element}:not(:disabled, [tabindex="-1"])`)
  .join(',');

/** Milliseconds in which the code that removed the element can focus another one. */
const patience = 100;

/** Gives the keyboard to the first thing at or after a place that takes it, else to the dialog or the content around it. */
function goOnAt(place: Node): void {
  const element = place instanceof Element ? place : place.parentElement;
  const around = element?.closest<HTMLElement>('[role="dialog"], #main') ?? document.body;
  for (const each of around.querySelectorAll<HTMLElement>(reachable)) {
    const isAfter = place.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING;
    if (isAfter === 0 && each !== place) continue;
    each.focus();
    // What is hidden does not take it.
    if (document.activeElement === each) return;
  }
  around.focus();
}

/**
 * Where the focused element is removed from the page, such as the row that was just archived, focuses what stands in its place. Only
 * after a key: after a tap, a focused field would open the keyboard of a tablet.
 */
export function useKeyboardKept(): void {
  useEffect(() => {
    let focused: Element | null = null;
    let usesKeys = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const note = ({ target }: FocusEvent) => {
      focused = target instanceof Element ? target : null;
    };
    const notice = ({ type }: Event) => {
      usesKeys = type === 'keydown';
    };
    const observer = new MutationObserver((records) => {
      if (focused === null || focused.isConnected) return;
      const gone = focused;
      focused = null;
      if (!usesKeys) return;
      const cut = records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(gone)));
      // What stands beside a dialog that closed has nothing to do with it.
      const isDialog = gone.closest('[role="dialog"]') !== null;
      const places = cut && !isDialog ? [cut.nextSibling, cut.previousSibling, cut.target] : [];
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (document.activeElement !== document.body) return;
        const place = places.find((each) => each?.isConnected === true);
        if (place) goOnAt(place);
        else document.getElementById('main')?.focus({ preventScroll: true });
      }, patience);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', note);
    for (const event of ['keydown', 'pointerdown']) document.addEventListener(event, notice, true);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener('focusin', note);
      for (const event of ['keydown', 'pointerdown']) document.removeEventListener(event, notice, true);
    };
  }, []);
}
