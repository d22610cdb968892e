/** Chromium's offer to ask by itself whether a site is to become an app; no standard names it. */
interface InstallPromptEvent extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

let offer: InstallPromptEvent | null = null;
const listeners = new Set<() => void>();

function keep(next: InstallPromptEvent | null): void {
  offer = next;
  for (const listener of listeners) listener();
}

/** The offer comes once and early, long before the code that can make use of it. */
export function holdInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    // The browser's own bar would stand over the children's page.
    event.preventDefault();
    keep(event as InstallPromptEvent);
  });
  window.addEventListener('appinstalled', () => keep(null));
}

export function canAskToInstall(): boolean {
  return offer !== null;
}

export function subscribeToInstall(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Lets the browser ask. An offer is good once. */
export async function askToInstall(): Promise<'accepted' | 'dismissed'> {
  const present = offer;
  keep(null);
  return present ? (await present.prompt()).outcome : 'dismissed';
}

/** True where this is the app from the home screen, and not a tab of a browser. */
export function isInstalled(): boolean {
  const displays = '(display-mode: standalone), (display-mode: fullscreen), (display-mode: minimal-ui)';
  return window.matchMedia(displays).matches || ('standalone' in navigator && navigator.standalone === true);
}
