import { Text } from '@mantine/core';
import { putAway } from '#contract/devices/devices.rules.ts';
import { sayBytes } from '#src/lib/bytes.ts';
import { counted } from '#src/lib/counted.ts';
import { useDeviceFacts } from '#src/session/use-device.ts';
import { useSyncStatus } from '#src/session/use-replica.ts';
import type { DeviceFacts } from '#src/sync/device-watch.ts';
import { StateMark } from '#src/ui/state-mark.tsx';
import styles from './this-tablet.module.css';

function OthersWaiting({ unsent_of_others: unsent, others }: DeviceFacts) {
  if (unsent === 0) return null;
  const changes = counted(unsent, 'of them is', 'of them are');
  const people = others === 1 ? 'somebody else’s' : `those of ${others} other people`;
  return (
    <Text c="dimmed">
      {changes} {people}, and sent when they sign in here again.
    </Text>
  );
}

/** Whether this very tablet can be put away, and how its storage is. */
export function ThisTablet() {
  const facts = useDeviceFacts();
  const { waiting, refused } = useSyncStatus();
  if (facts === null) return null;
  const { free_bytes, storage_persisted } = facts;
  const { isSafe, text } = putAway(waiting + refused + facts.unsent_of_others);
  return (
    <section className={styles.tablet}>
      <h3 className={styles.title}>This tablet</h3>
      <StateMark good={isSafe} text={text} />
      <OthersWaiting {...facts} />
      {free_bytes !== null && <Text c="dimmed">{sayBytes(free_bytes)} free for this app.</Text>}
      {storage_persisted === true && <Text c="dimmed">The browser keeps what is saved here.</Text>}
      {storage_persisted === false && (
        <Text c="dimmed">
          The browser may clear what is saved here when the tablet is full. Installing this app helps.
        </Text>
      )}
    </section>
  );
}
