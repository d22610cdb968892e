import { useLayoutEffect, useRef, type RefObject } from 'react';

const field = ['input:not([type="hidden"], [type="file"])', 'textarea', 'select']
  .map((element) => `${element}:not(:disabled)`)
  .join(',');

/** Marks the first act of a dialog that nobody named. */
const guess = 'guess';

/**
 * Of a dialog that has marked nothing else: its first act takes the focus from the cross.
 * @param mark `guess` is replaced by an element that the dialog itself marks later
 */
export function takeFocus(first: HTMLElement | null | undefined, mark: 'true' | typeof guess = 'true'): void {
  const dialog = first?.closest('[role="dialog"]');
  if (!first || !dialog) return;
  const marked = dialog.querySelector('[data-autofocus]');
  if (marked && (mark === guess || marked.getAttribute('data-autofocus') !== guess)) return;
  marked?.removeAttribute('data-autofocus');
  // A dialog that opens with it looks for the mark. One that waited for an answer has the focus already.
  first.setAttribute('data-autofocus', mark);
  const focused = document.activeElement;
  if (dialog.contains(focused) && !focused?.matches(field)) first.focus({ preventScroll: true });
}

/**
 * Gives the first field of a form in a dialog the focus, unless another one is marked for it. Without it the cross that
 * closes the dialog has it, and the next key press throws away what one came for.
 * @returns for the element around the fields
 */
export function useFirstField<Form extends HTMLElement>(): RefObject<Form | null> {
  const form = useRef<Form>(null);
  useLayoutEffect(() => takeFocus(form.current?.querySelector<HTMLElement>(field)), []);
  return form;
}
