/**
 * What the worker keeps on a device beyond what everybody has, from when a page asks for it: the office part where staff
 * have signed in, the Help Center where somebody has looked into it, the library where somebody has looked at its
 * shelves, the reader where somebody has opened a book, the cart where somebody may fill one, the editor where somebody has written,
 * the page of certificates where somebody has opened one.
 * A prepared tablet has the library, the reader and the editor at once.
 */
export const keptParts = ['office', 'help', 'library', 'reader', 'cart', 'writing', 'certificates'] as const;

export type KeptPart = (typeof keptParts)[number];

/** Where the worker finds what belongs to a part: a list of addresses, made by the build. */
export function listOf(part: KeptPart): `/${string}.json` {
  return `/${part}.json`;
}

/** What a page tells the worker: this part is to be kept on this device. */
export function keepPart(part: KeptPart): { type: 'KEEP_PART'; part: KeptPart } {
  return { type: 'KEEP_PART', part };
}
