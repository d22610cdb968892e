import { describe, expect, it } from 'vitest';
import { installWay, installWords, type BrowserTraits, type InstallWay } from './install-way.ts';

const plain: Omit<BrowserTraits, 'userAgent'> = {
  maxTouchPoints: 0,
  isInstalled: false,
  isSecure: true,
  canAsk: false,
};

const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit';
const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit';
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';

/** As the browsers call themselves. */
const agents = {
  safariOnMac: `${mac}/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15`,
  chromeOnMac: `${mac}/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36`,
  safariOnIphone: `${iPhone}/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1`,
  chromeOnIphone: `${iPhone}/605.1.15 (KHTML, like Gecko) CriOS/150.0.0.0 Mobile/15E148 Safari/604.1`,
  firefoxOnIphone: `${iPhone}/605.1.15 (KHTML, like Gecko) FxiOS/140.0 Mobile/15E148 Safari/605.1.15`,
  insideAnAppOnIphone: `${iPhone}/605.1.15 (KHTML, like Gecko) Mobile/15E148`,
  chromeOnAndroid:
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36',
  insideAnAppOnAndroid:
    'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/150.0.0.0 Mobile Safari/537.36',
  samsung:
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
  firefoxOnAndroid: 'Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0',
  firefoxOnWindows: `${windows.replace(')', '; rv:140.0)')} Gecko/20100101 Firefox/140.0`,
  edge: `${windows} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0`,
  chromebook:
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
} as const;

const wayOf = (userAgent: string, traits: Partial<BrowserTraits> = {}) =>
  installWay({ ...plain, ...traits, userAgent });

describe('how the app is put on the home screen', () => {
  it.each<[keyof typeof agents, InstallWay]>([
    ['safariOnMac', 'mac_safari'],
    ['chromeOnMac', 'desktop_chromium'],
    ['safariOnIphone', 'ios_safari'],
    ['chromeOnIphone', 'ios_other'],
    ['firefoxOnIphone', 'ios_other'],
    ['insideAnAppOnIphone', 'elsewhere'],
    ['chromeOnAndroid', 'android_chromium'],
    ['insideAnAppOnAndroid', 'elsewhere'],
    ['samsung', 'samsung'],
    ['firefoxOnAndroid', 'android_firefox'],
    ['firefoxOnWindows', 'elsewhere'],
    ['edge', 'desktop_chromium'],
    ['chromebook', 'desktop_chromium'],
  ])('in %s is %s', (agent, way) => {
    expect(wayOf(agents[agent])).toBe(way);
  });

  it('on an iPad is not that of a Mac, which it calls itself', () => {
    expect(wayOf(agents.safariOnMac, { maxTouchPoints: 5 })).toBe('ios_safari');
  });

  it('is a button wherever the browser offered to ask, whatever it calls itself', () => {
    for (const agent of Object.values(agents)) expect(wayOf(agent, { canAsk: true })).toBe('ask');
  });

  it('is not spoken of in the app itself, and not offered at an address that cannot be one', () => {
    for (const agent of Object.values(agents)) {
      expect(wayOf(agent, { isInstalled: true, canAsk: true })).toBe('installed');
      expect(wayOf(agent, { isSecure: false })).toBe('insecure');
    }
  });
});

describe('the words about it', () => {
  it('name each step where there is a menu to go through, and say why not where there is none', () => {
    for (const agent of Object.values(agents)) {
      const way = wayOf(agent);
      const { text, steps } = installWords(way);
      expect(text).not.toBe('');
      expect(steps.length > 1).toBe(way !== 'elsewhere');
    }
    for (const way of ['installed', 'insecure', 'ask'] as const) expect(installWords(way).steps).toEqual([]);
  });
});
