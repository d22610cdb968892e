import { clientsClaim } from 'workbox-core';
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
  type PrecacheEntry,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst, StaleWhileRevalidate } from 'workbox-strategies';
import { apiPrefix, practicePrefix } from '#contract/kit/http.ts';
import { keepPart, keptParts } from '#contract/kit/kept-parts.ts';
import { takeOver } from '#contract/kit/take-over.ts';
import { backgroundSyncTag } from '#src/sync/browser-environment.ts';
import { answerPart, dropEarlierParts, keepPartOfNow, renewParts } from './kept-parts.ts';

/** Background Sync is not in TypeScript's library. @see WICG Background Synchronization */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] };

precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();

// The page answers for every address that a person may open. Calls, practice pay pages and files are not among them: a file that is missing
// has to be a 404 and never the page, or an old tab would run it as code.
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), {
    denylist: [new RegExp(`^(${apiPrefix}|${practicePrefix})(/|$)`, 'u'), /\/[^/?]+\.[^/?]+(\?|$)/u],
  }),
);

// What the school of this host looks like when installed. The first page asks for it before there is a worker, so the
// worker fetches it once by itself; without an answer it is simply asked for again later.
const tenantCache = 'tenant';
self.addEventListener('install', (event) => {
  const looks = ['/manifest.webmanifest', '/icons/app/icon-192.png'];
  event.waitUntil(
    caches
      .open(tenantCache)
      .then((cache) => cache.addAll(looks))
      .catch(() => undefined),
  );
});
registerRoute(
  ({ url, sameOrigin }) =>
    sameOrigin && (url.pathname === '/manifest.webmanifest' || url.pathname.startsWith('/icons/app/')),
  new StaleWhileRevalidate({ cacheName: tenantCache }),
);

// Letters that not every school has in its names. A font's address changes with its content, so it is asked for once.
registerRoute(
  ({ request, sameOrigin }) => sameOrigin && request.destination === 'font',
  // The same file, whoever asks for it and however.
  new CacheFirst({ cacheName: 'fonts', matchOptions: { ignoreVary: true } }),
);

// Pictures of what the platform offers: shown where somebody chooses, and from then on without a network too. One that was
// not fetched before is an empty sheet: it stands beside its name.
const emptySheet =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><path fill="#8883" d="M0 0h4v3H0"/></svg>';
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/pictures/'),
  new StaleWhileRevalidate({
    cacheName: 'pictures',
    plugins: [
      {
        handlerDidError: async () =>
          new Response(emptySheet, {
            headers: { 'content-type': 'image/svg+xml', 'cache-control': 'no-store' },
          }),
      },
    ],
  }),
);

// What not everybody needs is kept from when somebody here does.
registerRoute(({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'), answerPart);
self.addEventListener('install', (event) => event.waitUntil(renewParts()));
self.addEventListener('activate', (event) => event.waitUntil(dropEarlierParts()));

// The first worker takes over the page that installed it. A later one waits: it takes over when that page says so.
clientsClaim();

self.addEventListener('message', (event: ExtendableMessageEvent) => {
  if (isAsked(event, { type: 'SKIP_WAITING' })) void self.skipWaiting();
  if (isAsked(event, takeOver)) event.waitUntil(self.clients.claim());
  for (const part of keptParts) if (isAsked(event, keepPart(part))) event.waitUntil(keepPartOfNow(part));
});

/** True for a message that says all of this. */
function isAsked({ data }: { data: unknown }, wanted: Readonly<Record<string, string>>): boolean {
  if (typeof data !== 'object' || data === null) return false;
  const said = new Map(Object.entries(data));
  return Object.entries(wanted).every(([name, value]) => said.get(name) === value);
}

self.addEventListener('sync', (event) => {
  const woken = event as SyncEvent;
  if (woken.tag === backgroundSyncTag) woken.waitUntil(drain());
});

/** The network is back: whichever window is open sends what waits. Where none is, what children left goes from here. */
async function drain(): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (windows.length === 0) {
    const { drainInBackground } = await import('./background-drain.ts');
    await drainInBackground(self.location.origin);
  }
  for (const client of windows) client.postMessage(backgroundSyncTag);
}
