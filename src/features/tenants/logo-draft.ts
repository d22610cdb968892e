/** Texts are kept in the tab, which has no room for a picture; so the browser keeps it where it keeps files. */
const cacheName = 'registration';
const address = '/register/logo';
const nameHeader = 'x-file-name';

// Missing where the page is not secure, whatever the type says.
const files = (globalThis as { caches?: CacheStorage }).caches;

/** The logo goes with what was typed; null where none is chosen any more. */
export async function keepLogo(logo: File | null): Promise<void> {
  try {
    if (logo === null) {
      await files?.delete(cacheName);
      return;
    }
    const headers = { 'content-type': logo.type, [nameHeader]: encodeURIComponent(logo.name) };
    await (await files?.open(cacheName))?.put(address, new Response(logo, { headers }));
  } catch {
    // A device that is full: whoever reloads chooses the logo once more.
  }
}

/** The logo that goes with what was typed before. */
export async function readLogo(): Promise<File | null> {
  try {
    const kept = await files?.match(address, { cacheName });
    if (!kept) return null;
    const name = decodeURIComponent(kept.headers.get(nameHeader) ?? 'logo');
    return new File([await kept.blob()], name, { type: kept.headers.get('content-type') ?? '' });
  } catch {
    // The browser lost it; it can be chosen again.
    return null;
  }
}
