import { useEffect, useState } from 'react';
import type { PictureClient } from '#src/sync/api-client.ts';

/**
 * An address of this page for a picture or a recording that a token is needed for; null until it is there.
 * @param path null: nothing is fetched
 * @param timeout milliseconds; left out, those of any call
 */
export function useFetchedPicture(
  client: PictureClient,
  path: string | null,
  timeout?: number,
): { src: string | null; isMissing: boolean } {
  const [fetched, setFetched] = useState<{ path: string; src: string | null } | null>(null);
  useEffect(() => {
    if (path === null) return undefined;
    const leaving = new AbortController();
    let address: string | null = null;
    client.picture(path, leaving.signal, timeout).then(
      (blob) => {
        if (leaving.signal.aborted) return;
        address = URL.createObjectURL(blob);
        setFetched({ path, src: address });
      },
      () => {
        // Its words stand in its place.
        if (!leaving.signal.aborted) setFetched({ path, src: null });
      },
    );
    return () => {
      leaving.abort();
      if (address !== null) URL.revokeObjectURL(address);
    };
  }, [client, path, timeout]);
  const present = fetched?.path === path ? fetched : null;
  return { src: present?.src ?? null, isMissing: present?.src === null };
}
