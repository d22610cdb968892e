import { describe, expect, it } from 'vitest';
import { mayUpdate } from './update-rules.ts';

const quiet = { hasUnsavedForm: false, isSending: false, isOtherTabBusy: false };
const busy = Object.keys(quiet).map((reason) => ({ ...quiet, [reason]: true }));

describe('a new version of the app', () => {
  it('takes over by itself when nothing is in the middle of anything', () => {
    expect(mayUpdate('hidden', quiet)).toBe(true);
    expect(mayUpdate('navigation', quiet)).toBe(true);
  });

  it('waits for unsaved forms, for changes on their way and for other tabs', () => {
    expect(busy).toHaveLength(3);
    for (const circumstances of busy) {
      expect(mayUpdate('hidden', circumstances)).toBe(false);
      expect(mayUpdate('navigation', circumstances)).toBe(false);
    }
  });

  it('takes over at once when a person says so', () => {
    for (const circumstances of busy) expect(mayUpdate('asked', circumstances)).toBe(true);
  });
});
