import { UnstyledButton } from '@mantine/core';
import type { readPreparedClasses } from '#src/session/prepared-classes.ts';
import styles from './prepared-start.module.css';

/** The classes that the tablet is prepared for, by name. */
export function ClassTiles({
  classes,
  onChoose,
}: {
  classes: Awaited<ReturnType<typeof readPreparedClasses>>;
  onChoose: (code: string) => void;
}) {
  return (
    <ul className={styles.classes} aria-label="Classes of this tablet">
      {classes.map(({ code, name }) => (
        <li key={code}>
          <UnstyledButton className={styles.class} onClick={() => onChoose(code)}>
            <bdi>{name}</bdi>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
