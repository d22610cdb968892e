import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ContentCard } from '#contract/content/content.schema.ts';
import { saveAndSay } from '#src/session/saved-here.ts';
import { useAllRows, useReplica } from '#src/session/use-replica.ts';
import { notify } from '#src/ui/notify.tsx';
import { reminderInput, setReminder } from './reminders.mutations.ts';
import styles from './learning.module.css';

/** On the page of an event that has a moment and is to come: letters before it begins, for whoever asks. */
export function EventReminder({ event: { id, starts_at, called_off } }: { event: ContentCard }) {
  const replica = useReplica();
  const { rows } = useAllRows('learning');
  const [now] = useState(() => Date.now());
  if (called_off || starts_at === undefined || Date.parse(starts_at) <= now) return null;
  const isSet = rows.some((row) => row.id === id && row.is_reminded);
  const set = (is_set: boolean, said: string, failed: string) =>
    saveAndSay(notify, [said, failed], () => replica.enqueue(setReminder, reminderInput(id, is_set)));
  return (
    <div className={styles.reminder}>
      {isSet && <p>You get an email a day before, and one an hour before.</p>}
      {isSet ? (
        <Button
          variant="default"
          onClick={() => void set(false, 'Reminder taken back', 'The reminder could not be taken back')}
        >
          Take the reminder back
        </Button>
      ) : (
        <Button onClick={() => void set(true, 'Reminder set', 'The reminder could not be set')}>
          Remind me by email
        </Button>
      )}
    </div>
  );
}
