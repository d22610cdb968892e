import { Button } from '@mantine/core';
import { useState } from 'react';
import { leaveCommunity } from '#src/session/community.ts';
import { usePlaceName } from '#src/session/use-session.ts';
import styles from './shell.module.css';

/** Says on every page that a parent is in the community view, of which school, and leads out of it. */
export function CommunityBanner() {
  const place = usePlaceName();
  const [isLeaving, setLeaving] = useState(false);
  const [isStuck, setStuck] = useState(false);

  async function leave() {
    setLeaving(true);
    setStuck(false);
    try {
      await leaveCommunity();
    } catch {
      // The cookie could not be taken away, and nobody should believe it gone.
      setLeaving(false);
      setStuck(true);
    }
  }

  return (
    <section className={styles.visit} aria-label="Community view">
      {isStuck ? (
        <p role="alert">No network. You are still in. Please try again.</p>
      ) : (
        <p>
          Community view of <b dir="auto">{place}</b>
        </p>
      )}
      <Button size="compact-md" className={styles.back} loading={isLeaving} onClick={() => void leave()}>
        Leave
      </Button>
    </section>
  );
}
