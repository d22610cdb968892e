import { matchPrecache } from 'workbox-precaching';
import { keptParts, listOf, type KeptPart } from '#contract/kit/kept-parts.ts';

// The cache of a part has the part's name.

/** The list that the build made with the version it belongs to; nothing where it could not be had. */
async function readList(answer: Response | undefined): Promise<readonly string[]> {
  return answer?.ok ? ((await answer.json()) as string[]) : [];
}

async function keep(part: KeptPart, list: readonly string[]): Promise<void> {
  const cache = await caches.open(part);
  await Promise.all(
    list.map(async (address) => {
      if (await cache.match(address, { ignoreVary: true })) return;
      // A network that fails is no failure: at the next start it is asked for again.
      await cache.add(address).catch(() => undefined);
    }),
  );
}

/** The parts that somebody on this device has asked for. */
async function partsHere(): Promise<KeptPart[]> {
  const present = await caches.keys();
  return keptParts.filter((part) => present.includes(part));
}

/** Fetches what is missing of a part of this version. */
export async function keepPartOfNow(part: KeptPart): Promise<void> {
  await keep(part, await readList(await matchPrecache(listOf(part))));
}

/** A new version brings its own parts along where those of the one before it were kept. */
export async function renewParts(): Promise<void> {
  for (const part of await partsHere()) {
    // While it is being installed its own list may not have arrived yet.
    await keep(part, await readList(await fetch(listOf(part), { cache: 'no-store' }).catch(() => undefined)));
  }
}

/** Drops what is of earlier versions alone. */
export async function dropEarlierParts(): Promise<void> {
  for (const part of await partsHere()) {
    const [cache, list] = await Promise.all([caches.open(part), matchPrecache(listOf(part)).then(readList)]);
    const present = new Set(list);
    const kept = await cache.keys();
    await Promise.all(
      kept.filter(({ url }) => !present.has(new URL(url).pathname)).map((request) => cache.delete(request)),
    );
  }
}

/**
 * A file of a part, from the device where it is kept; one that somebody used is kept from then on. Nobody waits for that, and a
 * device that is full takes the file from nobody.
 */
export async function answerPart({
  request,
  event,
}: {
  request: Request;
  event: ExtendableEvent;
}): Promise<Response> {
  for (const cacheName of keptParts) {
    const kept = await caches.match(request, { cacheName, ignoreVary: true });
    if (kept) return kept;
  }
  const response = await fetch(request);
  if (response.ok) event.waitUntil(keepUsed(request, response.clone()).catch(() => undefined));
  return response;
}

async function keepUsed(request: Request, response: Response): Promise<void> {
  const { pathname } = new URL(request.url);
  for (const part of keptParts) {
    const list = await readList(await matchPrecache(listOf(part)));
    if (!list.includes(pathname)) continue;
    const cache = await caches.open(part);
    await cache.put(request, response);
    return;
  }
}
