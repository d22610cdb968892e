import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { anyFormDirty, isAnyoneAtWork, useAtWork, useDirtyForm } from './dirty-forms.ts';

function Form({ dirty }: { dirty: boolean }) {
  useDirtyForm(dirty);
  return null;
}

function leavingIsAsked() {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}

describe('a form with something typed', () => {
  afterEach(cleanup);

  it('counts as unsaved, and a reload is asked about, until it is saved', () => {
    const { rerender } = render(<Form dirty />);
    expect([anyFormDirty(), leavingIsAsked()]).toEqual([true, true]);
    rerender(<Form dirty={false} />);
    expect([anyFormDirty(), leavingIsAsked()]).toEqual([false, false]);
  });

  it('does not count any more once it is gone', () => {
    const { unmount } = render(<Form dirty />);
    unmount();
    expect(anyFormDirty()).toBe(false);
  });
});

function Drawing() {
  useAtWork();
  return null;
}

describe('a drawing, a recording or a text that is kept as it grows', () => {
  it('lets the app wait with a reload of its own, and nobody is asked', () => {
    const { unmount } = render(<Drawing />);
    expect([isAnyoneAtWork(), anyFormDirty(), leavingIsAsked()]).toEqual([true, false, false]);
    unmount();
    expect(isAnyoneAtWork()).toBe(false);
  });
});
