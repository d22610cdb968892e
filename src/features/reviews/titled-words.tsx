import { Text, Title } from '@mantine/core';
import styles from '#src/desk/writing.module.css';

/** Words of an author under a title of their own; nothing where there are none. */
export function TitledWords({ title, text }: { title: string; text: string }) {
  if (text === '') return null;
  return (
    <section aria-label={title}>
      <Title order={2} size="h3">
        {title}
      </Title>
      <Text className={styles.note} dir="auto">
        {text}
      </Text>
    </section>
  );
}
