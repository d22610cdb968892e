import type { ReactNode } from 'react';
import { pictureTypes } from '#contract/works/picture-limits.schema.ts';
import type { AssetPicture as Picture, Visibility } from '#contract/works/works.schema.ts';
import { apiClient } from '#src/session/api.ts';
import type { PictureClient } from '#src/sync/api-client.ts';
import { useNear } from '#src/ui/use-near.ts';
import { useAsset } from './use-asset.ts';
import styles from './works.module.css';

interface AssetPictureProps {
  picture: Pick<Picture, 'sha256' | 'alt'> & Partial<Pick<Picture, 'media_type' | 'width' | 'height'>>;
  /** Of the work it stands in. */
  audience: Visibility;
  className?: string | undefined;
  /** True where what it shows is said beside it. */
  decorative?: boolean;
  /** True where many stand in one long page: fetched and opened only once it is scrolled close to. */
  whenNear?: boolean;
  /** Shown where the picture cannot be had; left out, a box with its words is. */
  instead?: ReactNode;
  client?: PictureClient;
}

/** A picture of a work. */
export function AssetPicture({
  picture: { sha256, alt, media_type, width, height },
  audience,
  className,
  decorative = false,
  whenNear = false,
  instead = null,
  client = apiClient,
}: AssetPictureProps) {
  const { isNear, place } = useNear(whenNear);
  // What an author sent may be for fewer than its work: a guardian is asked for photographs.
  const isSent = pictureTypes.some((type) => type === media_type);
  const isForAll = audience === 'public' && !isSent;
  const { src, isMissing, onFailure } = useAsset(sha256, { isForAll, client, isWanted: isNear });
  const size = { ...(width !== undefined && { width }), ...(height !== undefined && { height }) };
  if (isMissing && instead !== null) return instead;
  if (isMissing)
    return (
      <span
        className={`${styles.missing} ${className ?? ''}`}
        {...(decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt })}
      >
        {!decorative && alt}
      </span>
    );
  if (src === null)
    return (
      <span
        ref={place}
        className={`${styles.awaited} ${className ?? ''}`}
        // One that waits until somebody comes close is part of the page meanwhile.
        {...(whenNear && !decorative && alt !== ''
          ? { role: 'img', 'aria-label': alt }
          : { 'aria-hidden': true })}
        // About as high as what comes, or too many would be near.
        {...(whenNear && { style: { aspectRatio: `${width ?? 4} / ${height ?? 3}`, maxHeight: '58vh' } })}
      />
    );
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
