// What Mantine and React ask of a browser and jsdom does not have. Loaded before every test of a component.
import { configure } from '@testing-library/react';

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
