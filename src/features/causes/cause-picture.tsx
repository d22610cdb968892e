import { IconHeartHandshake } from '@tabler/icons-react';
import styles from './causes.module.css';

/** The picture of a cause, or a mark in its place. The words beside it say what it is. */
export function CausePicture({ picture }: { picture: string | null }) {
  if (picture !== null) return <img src={picture} alt="" className={styles.picture} loading="lazy" />;
  return (
    <div className={styles.noPicture}>
      <IconHeartHandshake size={56} stroke={1.25} aria-hidden />
    </div>
  );
}
