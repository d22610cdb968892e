import { initialsOf } from '#src/lib/initials.ts';
import styles from './school-logo.module.css';

interface SchoolLogoProps {
  name: string;
  /** Its address; null where the school has none: letters of the name stand in its place. */
  logo: string | null;
  /** Pixels of each side. */
  size: number;
}

/** The logo of a school beside its name, so nothing is said of it to those who do not see it. */
export function SchoolLogo({ name, logo, size }: SchoolLogoProps) {
  return (
    <span className={styles.logo} style={{ width: size, height: size, fontSize: size / 3 }} aria-hidden>
      {logo === null ? (
        initialsOf(name)
      ) : (
        <img src={logo} alt="" width={size} height={size} loading="lazy" decoding="async" />
      )}
    </span>
  );
}
