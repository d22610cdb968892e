import { use, useEffect, useState } from 'react';
import type { AssetPicture as Picture, Visibility } from '#contract/works/works.schema.ts';
import { assetPath } from '#contract/works/works.rules.ts';
import { apiClient } from '#src/session/api.ts';
import { useUser } from '#src/session/use-session.ts';
import type { PictureClient } from '#src/sync/api-client.ts';
import { KeptPicturesContext } from './kept-pictures.tsx';
import styles from './works.module.css';

/** An address of this page for a picture that a token is needed for; null until it is there. */
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

interface AssetPictureProps {
  picture: Pick<Picture, 'sha256' | 'alt'> & Partial<Pick<Picture, 'width' | 'height'>>;
  /** Of the work it stands in. */
  audience: Visibility;
  className?: string | undefined;
  /** True where what it shows is said beside it. */
  decorative?: boolean;
  client?: PictureClient;
}

/** A picture of a work. What everybody may see the browser fetches itself; for the rest it is asked who is looking. */
export function AssetPicture({
  picture: { sha256, alt, width, height },
  audience,
  className,
  decorative = false,
  client = apiClient,
}: AssetPictureProps) {
  const user = useUser();
  const path = assetPath(sha256);
  // Families have a cookie, which goes along by itself.
  const kept = use(KeptPicturesContext);
  const isPlain = kept === null && (user === null || audience === 'public');
  const fetched = useFetched(kept ?? client, isPlain ? null : path);
  const [broken, setBroken] = useState<string | null>(null);
  const src = isPlain ? path : fetched.src;
  const size = { ...(width !== undefined && { width }), ...(height !== undefined && { height }) };
  if (fetched.isMissing || broken === path)
    return (
      <span
        className={`${styles.missing} ${className ?? ''}`}
        role={decorative ? undefined : 'img'}
        aria-label={alt}
      >
        {!decorative && alt}
      </span>
    );
  if (src === null) return <span className={`${styles.awaited} ${className ?? ''}`} aria-hidden />;
  return (
    <img
      src={src}
      alt={decorative ? '' : alt}
      className={className}
      loading="lazy"
      decoding="async"
      onError={() => setBroken(path)}
      {...size}
    />
  );
}
