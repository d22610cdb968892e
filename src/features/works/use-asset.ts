import { use, useEffect, useState } from 'react';
import { assetPath } from '#contract/works/works.rules.ts';
import { useUser } from '#src/session/use-session.ts';
import type { PictureClient } from '#src/sync/api-client.ts';
import { KeptPicturesContext } from './kept-pictures.tsx';

/** An address of this page for what a token is needed for; null until it is there. */
function useFetched(client: PictureClient, path: string | null): { src: string | null; isMissing: boolean } {
  const [fetched, setFetched] = useState<{ path: string; src: string | null } | null>(null);
  useEffect(() => {
    if (path === null) return undefined;
    const leaving = new AbortController();
    let address: string | null = null;
    client.picture(path, leaving.signal).then(
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
  }, [client, path]);
  const present = fetched?.path === path ? fetched : null;
  return { src: present?.src ?? null, isMissing: present?.src === null };
}

/**
 * Where a picture or a recording is fetched; null until it is known. What everybody may have the browser fetches itself; for
 * the rest it is asked who is looking.
 */
export function useAsset(
  sha256: string,
  { isForAll, client }: { isForAll: boolean; client: PictureClient },
): { src: string | null; isMissing: boolean; onFailure: () => void } {
  const user = useUser();
  const path = assetPath(sha256);
  const kept = use(KeptPicturesContext);
  // Families have a cookie, which goes along by itself.
  const isPlain = kept === null && (user === null || isForAll);
  const fetched = useFetched(kept ?? client, isPlain ? null : path);
  const [broken, setBroken] = useState<string | null>(null);
  const src = isPlain ? path : fetched.src;
  return { src, isMissing: fetched.isMissing || broken === path, onFailure: () => setBroken(path) };
}
