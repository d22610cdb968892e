/** On what alone stays in the document while all else is concealed. */
export const coverMark = 'data-cover';

/** What stood in the document. React goes on with it here: nothing that was typed is lost, and nothing of it can be read. */
const aside = document.createDocumentFragment();

/** The look of the app, which is drawn with the page, has to stay for the cover. Nothing of anybody is in it. */
let look: readonly Node[] = [];

interface Place {
  focus: Element | null;
  x: number;
  y: number;
}

let place: Place | null = null;

function takeAway(): void {
  for (const part of Array.from(document.body.children)) {
    const stays = part.hasAttribute(coverMark) || part instanceof HTMLScriptElement;
    if (!stays) aside.append(part);
  }
}

// What goes on behind the cover may open something of its own.
const watcher = new MutationObserver(takeAway);

/**
 * Takes the page out of the document, so that neither eyes nor a screen reader, a search or a look at the document's source
 * finds anything of it. It goes on working.
 */
export function conceal(): void {
  if (place) return;
  const focus = document.activeElement === document.body ? null : document.activeElement;
  place = { focus, x: window.scrollX, y: window.scrollY };
  takeAway();
  look = Array.from(aside.querySelectorAll('style'), (style) => style.cloneNode(true));
  document.head.append(...look);
  watcher.observe(document.body, { childList: true });
}

/** Puts the page back as it was. */
export function reveal(): void {
  if (!place) return;
  watcher.disconnect();
  const { focus, x, y } = place;
  place = null;
  document.body.append(aside);
  for (const style of look) style.parentNode?.removeChild(style);
  // What measures itself could not while it was away.
  window.dispatchEvent(new Event('resize'));
  window.scrollTo(x, y);
  const target = focus?.isConnected === true ? focus : document.getElementById('main');
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}
