import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import styles from './state-mark.module.css';

/** Says that something is as it should be, or that it is not yet: by words and shape, and by colour besides. */
export function StateMark({ good, text }: { good: boolean; text: string }) {
  const Icon = good ? IconCircleCheck : IconAlertTriangle;
  return (
    <span className={styles.mark} data-good={good}>
      <Icon size={18} stroke={1.75} aria-hidden />
      {text}
    </span>
  );
}
