import { Alert, Button, Text } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { useState } from 'react';
import type { ShownVideo } from '#contract/content/blocks.schema.ts';
import styles from '../content.module.css';

const reasons = {
  away: 'This film needs the internet. Its words are below.',
  failed: 'The film could not be played. Its words are below.',
  gone: 'This film cannot be watched here. You can read its words below.',
} as const;
type Reason = keyof typeof reasons;

/** A browser does not say why it plays nothing. */
async function whyNot(address: string): Promise<Reason> {
  try {
    const { status } = await fetch(address, { method: 'HEAD', cache: 'no-store' });
    return status === 404 ? 'gone' : 'failed';
  } catch {
    return 'away';
  }
}

/** A film to watch, and its words to read. */
export function VideoBlock({ video: { address, transcript, language } }: { video: ShownVideo }) {
  const { online } = useNetwork();
  const [failed, setFailed] = useState<Reason | null>(null);
  const [tries, setTries] = useState(0);
  const reason = address === null ? 'gone' : online ? failed : 'away';

  return (
    <section className={styles.film} aria-label="Film">
      {address === null || reason !== null ? (
        <Alert role="status" variant="light">
          <Text>{reasons[reason ?? 'gone']}</Text>
          {reason !== 'gone' && (
            <Button
              mt="sm"
              variant="default"
              onClick={() => {
                setFailed(null);
                setTries(tries + 1);
              }}
            >
              Try again
            </Button>
          )}
        </Alert>
      ) : (
        <video
          key={tries}
          controls
          playsInline
          preload="none"
          poster="/pictures/kinds/film.svg"
          src={address}
          onError={() => void whyNot(address).then(setFailed)}
        >
          <track
            default
            kind="captions"
            label="Captions"
            srcLang={language}
            src={address.replace('?', '/captions?')}
          />
        </video>
      )}
      {transcript.length > 0 && (
        <details className={styles.transcript} open={reason !== null}>
          <summary>Read the whole film</summary>
          {transcript.map((words, place) => (
            <p key={place} dir="auto">
              {words}
            </p>
          ))}
        </details>
      )}
    </section>
  );
}
