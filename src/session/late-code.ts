import { isValidElement, lazy, type ComponentType, type ReactNode } from 'react';

/** Milliseconds after which code that could not be had is asked for again, where nothing happens before. */
const patience = 15_000;
/** How often it is asked for before a new page may be what helps. */
const triesInOnePage = 4;

let whenMissing: () => void = () => undefined;

/** For code that stays missing: to many browsers a file that failed once has failed for as long as the page is open. */
export function onCodeStaysMissing(work: () => void): void {
  whenMissing = work;
}

/** Code of a page that could not be fetched: the network is gone, or the app was updated under an open tab. */
export function isMissingCode(error: unknown): boolean {
  // Browsers share no error type for it, only the wording: Chromium, Firefox, Safari, and Vite for style sheets.
  return (
    error instanceof Error &&
    /dynamically imported module|Importing a module script failed|Unable to preload CSS/iu.test(error.message)
  );
}

/**
 * Loads what a page can stand without. Before the app is installed a network that fails for a moment takes such code away;
 * it is asked for again then, until it is there. Whatever else goes wrong is the caller's.
 */
export async function loadPatiently<Code>(load: () => Promise<Code>): Promise<Code> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await load();
    } catch (error) {
      if (!isMissingCode(error)) throw error;
    }
    if (tries >= triesInOnePage) whenMissing();
    await somethingChanged();
  }
}

/** A part without which its page stands: it comes when its code can be had, and takes no page with it. */
export function lazyWithRetry<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await loadPatiently(load) }));
}

/** How the code of a page is asked for; by what React shows. */
const loads = new WeakMap<object, () => Promise<unknown>>();

/** A page: its code comes when somebody goes there, and where it cannot be had, the page says so. */
export function lazyPage<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Page = lazy(async () => ({ default: await load() }));
  loads.set(Page, load);
  return Page;
}

/** By a page that shows another one, such as by the role of the user: which one it shows now. */
const choices = new WeakMap<object, () => ReactNode>();

/** Registers a page that shows one of several: `fetchPage` then fetches the code of that one, too. */
export function choosesPage(Page: ComponentType, choose: () => ReactNode): void {
  choices.set(Page, choose);
}

/** Asks for the code of a page before it is shown. The page asks again when it is, and says so if it does not come. */
export function fetchPage(page: ReactNode): void {
  if (!isValidElement(page) || typeof page.type === 'string') return;
  fetchPage(choices.get(page.type)?.());
  void loads
    .get(page.type)?.()
    .catch(() => undefined);
}

/** The network is back, somebody looks again, or time has passed. */
function somethingChanged(): Promise<void> {
  return new Promise((resolve) => {
    const heard = new AbortController();
    const end = () => {
      heard.abort();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, patience);
    const { signal } = heard;
    window.addEventListener('online', end, { signal });
    document.addEventListener(
      'visibilitychange',
      () => {
        if (document.visibilityState === 'visible') end();
      },
      { signal },
    );
  });
}
