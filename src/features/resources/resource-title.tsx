import { Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { fileWords } from '#contract/resources/resources.rules.ts';
import type { Resource } from '#contract/resources/resources.schema.ts';
import styles from './resources.module.css';

/** The title of a resource in a list, with the form that it has. */
export function ResourceTitle({ title, file, href }: Pick<Resource, 'title' | 'file'> & { href: string }) {
  return (
    <span className={styles.named}>
      <Link to={href} dir="auto">
        {title}
      </Link>
      <Text span c="dimmed" size="sm" fw={400}>
        {file ? fileWords[file.media_type].label : 'Text'}
      </Text>
    </span>
  );
}
