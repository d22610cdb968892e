import { useUnsentHere } from '../use-unsent-here.ts';
import styles from './prepared-start.module.css';

/** So many names fit on the line. */
const named = 2;

/** Whether all that was made on this tablet is at school; else whose is not. */
export function UnsentLine() {
  const people = useUnsentHere();
  if (people === null) return <p className={styles.unsent}>&nbsp;</p>;
  if (people.length === 0) return <p className={styles.unsent}>All work is at school</p>;
  const names = people.slice(0, named).map(({ name }) => name ?? 'somebody');
  const more = people.length - names.length;
  return (
    <p className={styles.unsent} data-waits>
      Not at school yet: <bdi>{names.join(', ')}</bdi>
      {more > 0 && ` and ${more} more`}
    </p>
  );
}
