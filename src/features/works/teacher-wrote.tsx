import { IconMessageHeart } from '@tabler/icons-react';
import styles from './mine-list.module.css';

/** Looks like the slip of paper on the desk, which has the words themselves. */
export function TeacherWrote({ by }: { by: string }) {
  return (
    <span className={styles.wrote}>
      <IconMessageHeart size={24} stroke={1.75} aria-hidden />
      <span>
        <bdi>{by}</bdi> wrote to you
      </span>
    </span>
  );
}
