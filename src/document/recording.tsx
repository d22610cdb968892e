import type { Block } from '#contract/works/document.schema.ts';
import { apiClient } from '#src/session/api.ts';
import type { PictureClient } from '#src/sync/api-client.ts';
import { SoundPlayer } from '#src/ui/sound-player.tsx';
import { useAsset } from './use-asset.ts';
import styles from './works.module.css';

interface RecordingProps {
  recording: Extract<Block, { type: 'recording' }>['attrs'];
  client?: PictureClient | undefined;
}

/** The voice of an author in a work, and what it says for whoever does not hear it. */
export function Recording({ recording: { sha256, alt, seconds }, client = apiClient }: RecordingProps) {
  // A voice may be for fewer than its work: a guardian is asked for it.
  const { src, isMissing, onFailure } = useAsset(sha256, { isForAll: false, client });
  return (
    <div className={styles.recording}>
      {isMissing ? (
        <span>This recording cannot be heard here now.</span>
      ) : (
        <SoundPlayer
          label={alt === '' ? 'A recording' : `The recording “${alt}”`}
          src={src}
          seconds={seconds}
          onFailure={onFailure}
        />
      )}
      {alt !== '' && <p>{alt}</p>}
    </div>
  );
}
