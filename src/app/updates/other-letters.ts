import otherLetters from '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-ext-wght-normal.woff2?url';

/**
 * Letters that not every school has in its names. The first page does not wait for them; they are fetched while the app is
 * being installed, and kept where the service worker looks for fonts.
 */
export async function keepOtherLetters(): Promise<void> {
  const fonts = await caches.open('fonts');
  if (await fonts.match(otherLetters)) return;
  // Without a network there is the next start.
  await fonts.add(otherLetters).catch(() => undefined);
}
