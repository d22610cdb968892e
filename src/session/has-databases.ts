/** False on a device on which nobody ever signed in: it is left as it is, without a database and without the code for one. */
export async function hasDatabases(): Promise<boolean> {
  // Browsers have keys to sign with in secure contexts only.
  if (!window.isSecureContext) return false;
  // Older browsers cannot list them; then it has to be tried.
  const list = (indexedDB as { databases?: IDBFactory['databases'] }).databases;
  if (!list) return true;
  return (await list.call(indexedDB)).some(({ name }) => name?.startsWith('quillshelf:'));
}
