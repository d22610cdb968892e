import { Group, Skeleton, VisuallyHidden } from '@mantine/core';
import styles from './members.module.css';

const field = <Skeleton height={72} aria-hidden />;

/** Has the place of a member's form until it is there, so that nothing below it moves then. */
export function MemberFormWaiting() {
  return (
    <div className={styles.form} aria-busy>
      <VisuallyHidden role="status">Loading</VisuallyHidden>
      <Skeleton height={96} aria-hidden />
      <div className={styles.pair}>
        {field}
        {field}
      </div>
      <Skeleton height={94} aria-hidden />
      <div className={styles.pair}>{field}</div>
      <Group gap="sm">
        <Skeleton height={44} width={80} aria-hidden />
        <Skeleton height={44} width={92} aria-hidden />
      </Group>
    </div>
  );
}
