/**
 * Opens a database by nothing but the browser, for the first rows of a screen: a library takes longer to open it than they take
 * to be read. Null where there is none yet, or one of another version: making and changing it is not done here.
 */
export function openAsItIs(factory: IDBFactory, name: string, version: number): Promise<IDBDatabase | null> {
  return new Promise((resolve) => {
    const request = factory.open(name);
    // There is none: given up, so that none is made.
    request.addEventListener('upgradeneeded', () => request.transaction?.abort());
    request.addEventListener('success', () => {
      const connection = request.result;
      // Somebody wants to change or delete it, and waits for us.
      connection.addEventListener('versionchange', () => connection.close());
      if (connection.version !== version) connection.close();
      resolve(connection.version === version ? connection : null);
    });
    // Whatever it is, who opens it next finds out more.
    request.addEventListener('error', (event) => {
      event.preventDefault();
      resolve(null);
    });
  });
}
