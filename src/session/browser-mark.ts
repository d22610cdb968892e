import { product } from '#contract/kit/product.ts';
import { sessionKeys } from './session-keys.ts';
import type { KeyValueStorage } from './device-storage.ts';

// A cookie without an expiry is the one thing that ends when the browser does and is shared by all tabs.
const mark = `${product.slug}_browser=1`;

/** Says that this run of the browser has seen the session begin. */
export function markBrowser(): void {
  document.cookie = `${mark}; Path=/; SameSite=Lax`;
}

/** True where the browser was closed since somebody signed in without asking to stay signed in. */
export function endedWithBrowser(storage: KeyValueStorage, cookies: string): boolean {
  if (storage.getItem(sessionKeys.user) === null || storage.getItem(sessionKeys.remember) === 'true')
    return false;
  return !cookies.split('; ').includes(mark);
}
