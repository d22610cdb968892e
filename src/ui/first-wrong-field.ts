/** A group of boxes or choices says by `data-wrong` that none, or the wrong one, is chosen. */
const wrongField = '[aria-invalid="true"]:not([type="hidden"], :disabled), [data-wrong] input:not(:disabled)';

/** Focuses the first wrong field of a form. @returns false where none is wrong */
export function focusFirstWrong(form: HTMLFormElement): boolean {
  const wrong = form.querySelector<HTMLElement>(wrongField);
  wrong?.focus();
  return wrong !== null;
}

/**
 * After a submit that failed the focus goes to the first wrong field of the form, whether the form found the mistake itself or the
 * server names it later. Any input in between ends the wait: nobody is taken away from where they type.
 * @returns stops it
 */
export function focusFirstWrongFields(page: Document = document): () => void {
  let stopWaiting: () => void = () => undefined;

  function wait({ target: form }: Event): void {
    stopWaiting();
    if (!(form instanceof HTMLFormElement)) return;
    const look = () => {
      if (focusFirstWrong(form)) stop();
    };
    const watcher = new MutationObserver(look);
    // Once the form has answered the submit itself.
    const soon = setTimeout(look);
    function stop(): void {
      clearTimeout(soon);
      watcher.disconnect();
      form?.removeEventListener('input', stop);
    }
    watcher.observe(form, {
      subtree: true,
      childList: true,
      attributeFilter: ['aria-invalid', 'data-wrong'],
    });
    form.addEventListener('input', stop);
    stopWaiting = stop;
  }

  page.addEventListener('submit', wait, { capture: true });
  return () => {
    stopWaiting();
    page.removeEventListener('submit', wait, { capture: true });
  };
}
