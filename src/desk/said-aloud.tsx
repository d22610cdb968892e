import { useState } from 'react';
import { assetPath } from '#contract/works/works.rules.ts';
import type { SaidAloud as Voice } from '#contract/writing/own-rows.schema.ts';
import { apiClient } from '#src/session/api.ts';
import { useFetchedPicture } from '#src/session/use-fetched-picture.ts';
import type { PictureClient } from '#src/sync/api-client.ts';
import { SoundPlayer } from '#src/ui/sound-player.tsx';

interface SaidAloudProps {
  voice: Voice;
  /** Whose voice it is. */
  label: string;
  client?: PictureClient;
}

/** What somebody said of a work, once it is tapped. */
export function SaidAloud({ voice: { sha256, seconds }, label, client = apiClient }: SaidAloudProps) {
  const { src, isMissing } = useFetchedPicture(client, assetPath(sha256));
  const [isBroken, setBroken] = useState(false);
  if (isMissing || isBroken) return <span>The recording needs the network. Try again later.</span>;
  return <SoundPlayer label={label} src={src} seconds={seconds} onFailure={() => setBroken(true)} />;
}
