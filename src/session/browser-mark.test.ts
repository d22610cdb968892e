import { describe, expect, it } from 'vitest';
import { endedWithBrowser } from './browser-mark.ts';
import { memoryStorage } from './device-storage.ts';
import { sessionKeys } from './session-keys.ts';

function storageOf(remember: boolean) {
  const storage = memoryStorage();
  storage.setItem(sessionKeys.user, '{}');
  storage.setItem(sessionKeys.remember, String(remember));
  return storage;
}

describe('a session that is not remembered', () => {
  it('ends with the browser', () => {
    expect(endedWithBrowser(storageOf(false), '')).toBe(true);
    expect(endedWithBrowser(storageOf(false), 'theme=dark; not_quillshelf_browser=1')).toBe(true);
  });

  it('lasts over a reload and in a new tab', () => {
    expect(endedWithBrowser(storageOf(false), 'theme=dark; quillshelf_browser=1')).toBe(false);
  });
});

describe('a session that is remembered', () => {
  it('lasts over a restart of the browser', () => {
    expect(endedWithBrowser(storageOf(true), '')).toBe(false);
  });
});

describe('nobody signed in', () => {
  it('is nothing that could end', () => {
    expect(endedWithBrowser(memoryStorage(), '')).toBe(false);
  });
});
