import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Visit } from '#contract/identity/identity.schema.ts';
import { paths } from '#contract/kit/paths.ts';
import { useReplicaState } from '#src/session/use-replica.ts';
import { useTenant } from '#src/session/use-session.ts';
import { endVisit } from '#src/session/end-visit.ts';
import { mayWords } from '#src/session/visit-words.ts';
import { sayClock } from '#src/ui/moments.ts';
import styles from './shell.module.css';
import words from './visit-banner.module.css';

/** Says to a guest, at every moment, in which school they are, and leads back. */
export function VisitBanner({ visit }: { visit: Visit }) {
  const { tenant } = useTenant();
  const state = useReplicaState();
  const navigate = useNavigate();
  const [isLeaving, setLeaving] = useState(false);

  function goBack() {
    const { waiting, refused } =
      state.status === 'ready' ? state.replica.status() : { waiting: 0, refused: 0 };
    // The sign-out page asks about what was not sent yet.
    if (waiting + refused > 0) void navigate(paths.signOut());
    else {
      setLeaving(true);
      void endVisit(visit);
    }
  }

  return (
    <section className={styles.visit} aria-label="Your visit">
      <div className={words.words}>
        <p>
          Visiting <b dir="auto">{tenant?.school_name}</b>
        </p>
        {visit.may && visit.until !== undefined && (
          <p className={words.may}>
            You may {mayWords[visit.may]} until {sayClock(visit.until)}
          </p>
        )}
      </div>
      <Button size="compact-md" className={styles.back} loading={isLeaving} onClick={goBack}>
        Go back<span className={styles.wide}>&nbsp;to {visit.home}</span>
      </Button>
    </section>
  );
}
