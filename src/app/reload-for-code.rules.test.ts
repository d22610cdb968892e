import { describe, expect, it } from 'vitest';
import { mayReloadForMissingCode } from './reload-for-code.rules.ts';

const updated = { isOnline: true, hasUnsavedForm: false, sinceReload: null };

describe('code of a page that cannot be loaded', () => {
  it('reloads the app once, and again only for the next update', () => {
    expect(mayReloadForMissingCode(updated)).toBe(true);
    expect(mayReloadForMissingCode({ ...updated, sinceReload: 1000 })).toBe(false);
    expect(mayReloadForMissingCode({ ...updated, sinceReload: 3_600_000 })).toBe(true);
  });

  it('never reloads the app without a network', () => {
    expect(mayReloadForMissingCode({ ...updated, isOnline: false })).toBe(false);
  });

  it('never throws away what was typed', () => {
    expect(mayReloadForMissingCode({ ...updated, hasUnsavedForm: true })).toBe(false);
  });
});
