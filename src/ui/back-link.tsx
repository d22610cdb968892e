import { Anchor } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './back-link.module.css';

/** Above the title of a page: the way to the list that it belongs to, by the list's name. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Anchor component={Link} to={to} className={styles.back}>
      <IconChevronLeft size={18} aria-hidden />
      {children}
    </Anchor>
  );
}
