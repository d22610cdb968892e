import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deviceStorage } from './device-storage.ts';
import { endPass, forgetPass, holdPass, useHeldPass } from './order-pass.ts';

const held = () => useHeldPass.getState().held?.pass ?? null;

beforeEach(() => {
  vi.useFakeTimers();
  forgetPass();
});
afterEach(() => {
  vi.useRealTimers();
  deviceStorage.removeItem('childrenSignInBy');
});

describe('the pass of an order', () => {
  it('is held for an hour', () => {
    holdPass('order', 'pass');
    vi.advanceTimersByTime(59 * 60_000);
    expect(held()).toBe('pass');
    vi.advanceTimersByTime(60_000);
    expect(useHeldPass.getState()).toEqual({ held: null, ended: 'order' });
  });

  it('is held for ten minutes where children sign in', () => {
    deviceStorage.setItem('childrenSignInBy', 'card');
    holdPass('order', 'pass');
    vi.advanceTimersByTime(10 * 60_000);
    expect(held()).toBeNull();
  });

  it('is over after a sleep in which no timer ran', () => {
    holdPass('order', 'pass');
    vi.setSystemTime(Date.now() + 61 * 60_000);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(held()).toBeNull();
  });

  it('is forgotten where the browser shows the page again that it kept', () => {
    holdPass('order', 'pass');
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
    expect(held()).toBe('pass');
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(held()).toBeNull();
  });

  it('of another order takes its place, with a time of its own', () => {
    holdPass('one', 'first');
    vi.advanceTimersByTime(30 * 60_000);
    holdPass('two', 'second');
    vi.advanceTimersByTime(40 * 60_000);
    expect(held()).toBe('second');
    endPass();
    expect(useHeldPass.getState().ended).toBe('two');
  });
});
