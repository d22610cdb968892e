import { use, useState } from 'react';
import { assetPath } from '#contract/works/works.rules.ts';
import { useFetchedPicture } from '#src/session/use-fetched-picture.ts';
import { useUser } from '#src/session/use-session.ts';
import type { PictureClient } from '#src/sync/api-client.ts';
import { KeptPicturesContext } from './kept-pictures.tsx';

/**
 * Where a picture or a recording is fetched; null until it is known, and while it is not wanted. What everybody may have the browser fetches itself; for
 * the rest it is asked who is looking.
 */
export function useAsset(
  sha256: string,
  { isForAll, client, isWanted = true }: { isForAll: boolean; client: PictureClient; isWanted?: boolean },
): { src: string | null; isMissing: boolean; onFailure: () => void } {
  const user = useUser();
  const path = assetPath(sha256);
  const kept = use(KeptPicturesContext);
  // Families have a cookie, which goes along by itself.
  const isPlain = kept === null && (user === null || isForAll);
  const fetched = useFetchedPicture(kept ?? client, isPlain || !isWanted ? null : path);
  const [broken, setBroken] = useState<string | null>(null);
  const src = isPlain ? path : fetched.src;
  return { src, isMissing: fetched.isMissing || broken === path, onFailure: () => setBroken(path) };
}
