/**
 * The product's name and everything that is spelled after it. A licensee renames the product here and nowhere else.
 * The platform role is `{product}_admin` in the specification (section 1).
 */
export const product = {
  name: 'Quillshelf',
  slug: 'quillshelf',
  /** Of the web app and the server alike; a tablet that says another one has an old app. */
  version: '0.1.0',
  platformRole: 'quillshelf_admin',
} as const;
