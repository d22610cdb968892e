/** True where somebody can see it. What is folded away on a phone is there and cannot be pointed at. */
function isShown(element: Element): boolean {
  // Browsers of before 2024 do not say.
  return !('checkVisibility' in element) || element.checkVisibility();
}

/** Finds what a step is about by what the thing says of itself. */
export function anchorOf(at: string): string {
  return `[data-tour="${at}"]`;
}

/** True where what a step is about is on the page. */
export function isOnPage(at: string): boolean {
  const element = document.querySelector(anchorOf(at));
  return element !== null && isShown(element);
}

/** True where the page, or what it shows, is not there: it says so itself. */
export function isPageMissing(): boolean {
  return Array.from(document.querySelectorAll('[data-missing]')).some(isShown);
}

/** What opens before the page, and what unfolds over it. */
const before = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** True where a dialog or a menu is open, other than this one. */
export function isSomethingOpen(own: Element | null = null): boolean {
  return Array.from(document.querySelectorAll(before)).some((each) => each !== own && isShown(each));
}

/** True while a toast is shown: it would lie over what stands at the foot of the page. */
export function isToastShown(): boolean {
  return document.querySelector('.mantine-Notification-root') !== null;
}

/** True while somebody writes. */
export function isWriting(): boolean {
  return document.activeElement?.matches('input, textarea, select, [contenteditable="true"]') ?? false;
}
