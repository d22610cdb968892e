import { randomBytes } from 'node:crypto';
import type { CallerBrowser } from './browser.ts';

const cookie = 'quillshelf_device';
const shape = /^[\w-]{22}$/u;
const year = 365 * 24 * 60 * 60;

/**
 * Names a browser from its first guess on (a password, a class code), for nothing but counting its wrong ones. Null the
 * first time: who sends no cookie is one of many in its network.
 */
export function knownDevice(browser: CallerBrowser): string | null {
  const device = browser.cookie(cookie);
  if (device !== undefined && shape.test(device)) return device;
  browser.setCookie(cookie, randomBytes(16).toString('base64url'), year);
  return null;
}
