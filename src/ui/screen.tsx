import { Box, Group, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import styles from './screen.module.css';

interface ScreenProps {
  title: string;
  /** One or two short facts under the title. */
  description?: ReactNode;
  /** What can be done here, the main action last: it is the nearest to the thumb. */
  actions?: ReactNode;
  /** The way back to the page above. */
  breadcrumb?: ReactNode;
  children: ReactNode;
}

/** The frame of every page of an area: same header, same gaps. */
export function Screen({ title, description, actions, breadcrumb, children }: ScreenProps) {
  useDocumentTitle(title);
  return (
    <Box className={styles.screen}>
      <Box component="header" className={styles.header}>
        <div className={styles.heading}>
          {breadcrumb && <div className={styles.breadcrumb}>{breadcrumb}</div>}
          <Title order={1} className={styles.title} dir="auto">
            {title}
          </Title>
          {description && <div className={styles.description}>{description}</div>}
        </div>
        {actions && (
          <Group className={styles.actions} gap="sm">
            {actions}
          </Group>
        )}
      </Box>
      {children}
    </Box>
  );
}
