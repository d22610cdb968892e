/** On what alone stays in the document while all else is concealed. */
export const coverMark = 'data-cover';

/** What stood in the document. React goes on with it here: nothing that was typed is lost, and nothing of it can be read. */
const aside = document.createDocumentFragment();

/** The look of the app, which is drawn with the page, has to stay for the cover. Nothing of anybody is in it. */
let look: readonly HTMLStyleElement[] = [];

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

function dropLook(): void {
  for (const style of look) style.remove();
  look = [];
}

function keepLook(): void {
  const drawn = Array.from(aside.querySelectorAll('style'));
  const textOf = (styles: readonly HTMLStyleElement[]) =>
    styles.map(({ textContent }) => textContent).join('\n');
  if (textOf(drawn) === textOf(look)) return;
  dropLook();
  look = drawn.map((style) => {
    const copy = document.createElement('style');
    copy.textContent = style.textContent;
    return copy;
  });
  document.head.append(...look);
}

// What goes on behind the cover may open something of its own.
const watcher = new MutationObserver(takeAway);
// A session that was locked when the page was loaded is concealed before anything is drawn, its look included.
const lookWatcher = new MutationObserver(keepLook);

/**
 * Takes the page out of the document, so that neither eyes nor a screen reader, a search or a look at the document's source
 * finds anything of it. It goes on working.
 */
export function conceal(): void {
  if (place) return;
  const focus = document.activeElement === document.body ? null : document.activeElement;
  place = { focus, x: window.scrollX, y: window.scrollY };
  takeAway();
  keepLook();
  watcher.observe(document.body, { childList: true });
  lookWatcher.observe(aside, { childList: true, subtree: true, characterData: true });
}

/** Puts the page back as it was. */
export function reveal(): void {
  if (!place) return;
  watcher.disconnect();
  lookWatcher.disconnect();
  const { focus, x, y } = place;
  place = null;
  document.body.append(aside);
  dropLook();
  // What measures itself could not while it was away.
  window.dispatchEvent(new Event('resize'));
  window.scrollTo(x, y);
  const target = focus?.isConnected === true ? focus : document.getElementById('main');
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}
