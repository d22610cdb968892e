// What Mantine and React ask of a browser and jsdom does not have, and what one test leaves to the next. Run before every file
// with tests of components: those of a worker share one page and the packages, because reading them takes longer than most
// tests do. The project's own code is read anew for each file, with all that it remembers.
import { notifications } from '@mantine/notifications';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest';
import { patience } from './patience.ts';
import { quickStyles } from './quick-styles.ts';

configure({ asyncUtilTimeout: patience });

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

// Queries by role ask how visible each element is.
const view = document.defaultView ?? window;
const { getComputedStyle: fullStyles } = view;
view.getComputedStyle = quickStyles(document, fullStyles.bind(view));

/** A screen of desktop width: no media query matches, nothing changes later. */
window.matchMedia = (media) => ({
  matches: false,
  media,
  onchange: null,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  addListener: () => undefined,
  removeListener: () => undefined,
  dispatchEvent: () => false,
});

window.ResizeObserver = class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};

/** All that is drawn is in view. */
window.IntersectionObserver = class implements IntersectionObserver {
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [];
  readonly #seen: IntersectionObserverCallback;
  constructor(seen: IntersectionObserverCallback) {
    this.#seen = seen;
  }
  observe(target: Element): void {
    this.#seen([{ isIntersecting: true, target } as IntersectionObserverEntry], this);
  }
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): IntersectionObserverEntry[] {
    return [];
  }
};

Element.prototype.scrollIntoView = () => undefined;
// As Chromium: it answers with a promise.
window.scrollTo = () => Promise.resolve() as never;

// A text area that grows asks when the fonts are there.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });

// A timer that a file leaves behind would still write what it meant to keep, while the next one looks.
const ownTimers = new Set<ReturnType<typeof setTimeout>>();
const { setTimeout: startTimer, setInterval: startInterval } = globalThis;

globalThis.setTimeout = Object.assign((...given: Parameters<typeof startTimer>) => {
  const timer = startTimer(...given);
  ownTimers.add(timer);
  return timer;
}, startTimer);

globalThis.setInterval = Object.assign((...given: Parameters<typeof startInterval>) => {
  const timer = startInterval(...given);
  ownTimers.add(timer);
  return timer;
}, startInterval);

// React says in the console alone that a page is not made as it should be, such as a paragraph in a paragraph.
const isUnsound =
  /^(In HTML,|Each child in a list|Received `|React does not recognize|Cannot update a component)/u;
const { error: complain } = console;
let unsound: string[] = [];

beforeEach(() => {
  unsound = [];
  console.error = (...said: Parameters<typeof complain>) => {
    complain(...said);
    const [text] = said;
    if (typeof text === 'string' && isUnsound.test(text)) unsound.push(said.map(String).join(' '));
  };
});

afterEach(() => {
  console.error = complain;
  expect(unsound, 'what React complained of').toEqual([]);
});

afterEach(() => {
  cleanup();
  notifications.clean();
});

afterAll(() => {
  vi.useRealTimers();
  view.getComputedStyle = fullStyles;
  Object.assign(globalThis, { setTimeout: startTimer, setInterval: startInterval });
  for (const timer of ownTimers) clearTimeout(timer);
  vi.resetModules();
  localStorage.clear();
  sessionStorage.clear();
  document.head.replaceChildren();
  document.body.replaceChildren();
  history.replaceState(null, '', '/');
});
