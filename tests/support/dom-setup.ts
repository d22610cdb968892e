// What Mantine and React ask of a browser and jsdom does not have, and what one test leaves to the next. Loaded before every
// file with tests of components.
import { notifications } from '@mantine/notifications';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import type { StoreApi } from 'zustand';
import { useUpdateStore } from '#src/app/updates/app-updates.ts';
import { useTabletsStore } from '#src/features/tablets/tablets.store.ts';
import { useToursStore } from '#src/features/tours/tours.store.ts';
import { useSessionStore } from '#src/session/session.store.ts';

// A part that comes late is waited for on a busy machine too.
configure({ asyncUtilTimeout: 10_000 });

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

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

Element.prototype.scrollIntoView = () => undefined;

// A text area that grows asks when the fonts are there.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });

function toBeginning<State>({ setState, getInitialState }: StoreApi<State>): void {
  setState(getInitialState(), true);
}

afterEach(() => {
  cleanup();
  notifications.clean();
});

afterAll(() => {
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
  toBeginning(useSessionStore);
  toBeginning(useTabletsStore);
  toBeginning(useToursStore);
  toBeginning(useUpdateStore);
  document.head.replaceChildren();
  document.body.replaceChildren();
  history.replaceState(null, '', '/');
});
