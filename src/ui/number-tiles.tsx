import { Skeleton } from '@mantine/core';
import { Link } from 'react-router-dom';
import styles from './number-tiles.module.css';

export interface NumberTile {
  label: string;
  /** A number, or words such as how long something waits. Null while it is not known yet. */
  value: number | string | null;
  /** Where the things themselves are listed. */
  to?: string | undefined;
}

/** A few numbers that people look for first. */
export function NumberTiles({ tiles }: { tiles: readonly NumberTile[] }) {
  return (
    <dl className={styles.tiles} data-tour="numbers" aria-busy={tiles.some(({ value }) => value === null)}>
      {tiles.map(({ label, value, to }) => (
        <div key={label} className={styles.tile}>
          <dt>
            {to === undefined ? (
              label
            ) : (
              <Link to={to} className={styles.link}>
                {label}
              </Link>
            )}
          </dt>
          <dd data-words={typeof value === 'string' || undefined}>
            {value === null ? (
              <Skeleton height={32} width={64} my={3} role="img" aria-label="Loading" />
            ) : (
              value.toLocaleString('en')
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
