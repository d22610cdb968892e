import { Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import styles from './message-screen.module.css';

interface MessageScreenProps {
  picture: ReactNode;
  title: string;
  text?: string;
  action: ReactNode;
  /** Said aloud at once, where it takes the place of what was waited for. */
  role?: 'alert';
}

/** A page that has one thing to say and one way on. */
export function MessageScreen({ picture, title, text, action, role }: MessageScreenProps) {
  useDocumentTitle(title);
  return (
    <section className={styles.screen} role={role} data-missing>
      <div className={styles.picture}>{picture}</div>
      <Title order={1}>{title}</Title>
      {text !== undefined && (
        <Text size="lg" className={styles.text}>
          {text}
        </Text>
      )}
      {action}
    </section>
  );
}
