import { Anchor } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './back-link.module.css';
import { useWayBack } from './way-back.ts';

/** Above the title of a page: the way to where it was opened from, else to the list that it belongs to, by its name. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  const back = useWayBack();
  return (
    <Anchor component={Link} to={back?.to ?? to} state={back?.state} className={styles.back}>
      <IconChevronLeft size={18} aria-hidden />
      <bdi>{back?.label ?? children}</bdi>
    </Anchor>
  );
}
