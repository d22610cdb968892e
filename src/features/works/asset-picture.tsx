import type { AssetPicture as Picture, Visibility } from '#contract/works/works.schema.ts';
import { apiClient } from '#src/session/api.ts';
import type { PictureClient } from '#src/sync/api-client.ts';
import { useAsset } from './use-asset.ts';
import styles from './works.module.css';

interface AssetPictureProps {
  picture: Pick<Picture, 'sha256' | 'alt'> & Partial<Pick<Picture, 'media_type' | 'width' | 'height'>>;
  /** Of the work it stands in. */
  audience: Visibility;
  className?: string | undefined;
  /** True where what it shows is said beside it. */
  decorative?: boolean;
  client?: PictureClient;
}

/** A picture of a work. */
export function AssetPicture({
  picture: { sha256, alt, media_type, width, height },
  audience,
  className,
  decorative = false,
  client = apiClient,
}: AssetPictureProps) {
  // A photograph may be for fewer than its work: a guardian is asked for it.
  const isForAll = audience === 'public' && media_type !== 'image/jpeg';
  const { src, isMissing, onFailure } = useAsset(sha256, { isForAll, client });
  const size = { ...(width !== undefined && { width }), ...(height !== undefined && { height }) };
  if (isMissing)
    return (
      <span
        className={`${styles.missing} ${className ?? ''}`}
        {...(decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt })}
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
      onError={onFailure}
      {...size}
    />
  );
}
