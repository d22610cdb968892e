import { Text } from '@mantine/core';
import { saySince, useNow } from '#src/ui/moments.ts';
import styles from './sign-in.module.css';
import { useLookForClasses } from './use-look-for-classes.ts';
import { useUnsentHere } from './use-unsent-here.ts';

interface UnsentHereProps {
  /** Called where this tablet has classes of its own. */
  onPrepared: () => void;
}

/** Whose changes wait on this tablet until they sign in here again. */
export function UnsentHere({ onPrepared }: UnsentHereProps) {
  useLookForClasses(onPrepared);
  const now = useNow();
  const people = useUnsentHere();

  if (people === null || people.length === 0) return null;
  return (
    <section className={styles.unsent} aria-labelledby="unsent-here">
      <Text id="unsent-here" fw={600}>
        Unsent changes on this tablet
      </Text>
      <ul>
        {people.map(({ user_id, name, changes, waiting_since }) => (
          <li key={user_id}>
            <bdi>{name ?? 'Somebody'}</bdi> ({changes}), waiting since {saySince(waiting_since, now)}
          </li>
        ))}
      </ul>
    </section>
  );
}
