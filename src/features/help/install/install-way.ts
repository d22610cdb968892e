/** What of a browser says how an app is put on the home screen there. */
export interface BrowserTraits {
  userAgent: string;
  /** How many fingers the screen feels; an iPad calls itself a Mac and has five. */
  maxTouchPoints: number;
  /** True where the page already runs as an app of its own. */
  isInstalled: boolean;
  /** True where the address begins with https. */
  isSecure: boolean;
  /** True where the browser has offered to ask by itself (Chromium's `beforeinstallprompt`). */
  canAsk: boolean;
}

/**
 * How the app is put on the home screen.
 * - `installed`: it is there already, and this is it.
 * - `insecure`: not at this address.
 * - `ask`: a button of ours is enough.
 * - `elsewhere`: not by this browser; a different one has to open the address.
 */
export type InstallWay =
  | 'installed'
  | 'insecure'
  | 'ask'
  | 'ios_safari'
  | 'ios_other'
  | 'android_chromium'
  | 'android_firefox'
  | 'samsung'
  | 'mac_safari'
  | 'desktop_chromium'
  | 'elsewhere';

function isApplesTablet(userAgent: string, maxTouchPoints: number): boolean {
  return /iPhone|iPad|iPod/u.test(userAgent) || (/Macintosh/u.test(userAgent) && maxTouchPoints > 1);
}

/** Other browsers on iPhones and iPads, each by its own name; what is shown inside of another app names none. */
const othersOnIos = /CriOS|FxiOS|EdgiOS|OPiOS|OPT\/|DuckDuckGo|YaBrowser|Brave/u;
const isSafari = /Version\/[\d.]+.*Safari\//u;

/** What can do it is asked before what the browser calls itself, because names are copied. */
export function installWay(traits: BrowserTraits): InstallWay {
  const { userAgent, maxTouchPoints, isInstalled, isSecure, canAsk } = traits;
  if (isInstalled) return 'installed';
  if (!isSecure) return 'insecure';
  if (canAsk) return 'ask';
  if (isApplesTablet(userAgent, maxTouchPoints)) {
    if (othersOnIos.test(userAgent)) return 'ios_other';
    return isSafari.test(userAgent) ? 'ios_safari' : 'elsewhere';
  }
  // Pages that another app shows (`wv`) have no menu for it.
  if (/; wv\)/u.test(userAgent)) return 'elsewhere';
  if (/SamsungBrowser/u.test(userAgent)) return 'samsung';
  const isAndroid = /Android/u.test(userAgent);
  if (/Firefox\//u.test(userAgent)) return isAndroid ? 'android_firefox' : 'elsewhere';
  if (/Chrome\//u.test(userAgent)) return isAndroid ? 'android_chromium' : 'desktop_chromium';
  return /Macintosh/u.test(userAgent) && isSafari.test(userAgent) ? 'mac_safari' : 'elsewhere';
}

/** What a person does, step by step, in the words that stand in the browser. None where there is nothing to do. */
const steps: Readonly<Record<InstallWay, readonly string[]>> = {
  installed: [],
  insecure: [],
  ask: [],
  ios_safari: [
    'Tap the share button: a square with an arrow that points up. It may be behind the three dots.',
    'Choose “Add to Home Screen”.',
    'Tap “Add”.',
  ],
  ios_other: [
    'Tap the share button beside the address, or in the menu.',
    'Choose “Add to Home Screen”. If it is missing, open this address in Safari.',
    'Tap “Add”.',
  ],
  android_chromium: [
    'Open the menu: the three dots at the top right.',
    'Choose “Add to Home screen” or “Install app”.',
    'Tap “Install”.',
  ],
  android_firefox: [
    'Open the menu: the three dots beside the address.',
    'Choose “Install” or “Add app to Home screen”.',
    'Tap “Add”.',
  ],
  samsung: [
    'Open the menu: the three lines at the bottom right.',
    'Choose “Add page to”, then “Home screen”.',
    'Tap “Add”.',
  ],
  mac_safari: ['Open the “File” menu at the top of the screen.', 'Choose “Add to Dock”.', 'Click “Add”.'],
  desktop_chromium: [
    'Click the small install sign at the right end of the address bar. It may be in the menu, as “Install” or “Apps”.',
    'Click “Install”.',
  ],
  elsewhere: [],
};

export interface InstallWords {
  /** Said before the steps, or in their place. */
  text: string;
  steps: readonly string[];
}

/** What is said about it in this browser. */
export function installWords(way: InstallWay): InstallWords {
  switch (way) {
    case 'installed':
      return { text: 'You are using the app. There is nothing left to do.', steps: [] };
    case 'insecure':
      return {
        text: 'This address does not begin with https://, so it cannot be put on the home screen. Please ask for that address.',
        steps: [],
      };
    case 'ask':
      return { text: 'This browser can do it right away.', steps: [] };
    case 'elsewhere':
      return {
        text: 'This browser cannot do it. Open the same address in Safari on an iPad, iPhone or Mac, and in Chrome or Edge anywhere else.',
        steps: [],
      };
    default:
      return { text: 'In this browser:', steps: steps[way] };
  }
}
