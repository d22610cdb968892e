/**
 * Parts of the app that the worker keeps on a device once a page asks for them, beyond the classroom part:
 *
 * - `office`: pages for staff, once staff have signed in
 * - `help`: the Help Center, once it was opened or staff have signed in
 * - `library`: the shelves, once they or a child’s own books were opened
 * - `reader`: what a book is read with, once one was opened
 * - `cart`: once one was filled or opened, or staff have signed in
 * - `writing`: the editor, once a person has written
 * - `certificates`: the page of a certificate, once one was opened
 * - `pages`: public pages and their forms, once one was opened
 *
 * A prepared tablet has `library`, `reader` and `writing` at once.
 */
export const keptParts = [
  'office',
  'help',
  'library',
  'reader',
  'cart',
  'writing',
  'certificates',
  'pages',
] as const;

export type KeptPart = (typeof keptParts)[number];

/** Address of the list of files of a part, which the build makes for the worker. */
export function listOf(part: KeptPart): `/${string}.json` {
  return `/${part}.json`;
}

/** The message of a page to the worker: keep this part on this device. */
export function keepPart(part: KeptPart): { type: 'KEEP_PART'; part: KeptPart } {
  return { type: 'KEEP_PART', part };
}
