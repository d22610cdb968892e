import { Portrait } from '#src/ui/portrait.tsx';
import styles from './members.module.css';

interface MemberPortraitProps {
  person: { avatar: string | null; first_name: string; last_name: string };
  /** Pixels. */
  size: number;
}

export function MemberPortrait({ person, size }: MemberPortraitProps) {
  return (
    <span className={styles.portrait} style={{ width: size, height: size, fontSize: size / 2.75 }}>
      <Portrait person={person} size={size} />
    </span>
  );
}
