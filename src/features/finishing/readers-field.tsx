import { useId } from 'react';
import type { Visibility } from '#contract/works/works.schema.ts';
import styles from './finish.module.css';

const readers: readonly { value: Visibility; label: string }[] = [
  { value: 'private', label: 'Only me and my teachers' },
  { value: 'community', label: 'My school and its families' },
  { value: 'public', label: 'Everybody' },
];

interface ReadersFieldProps {
  value: Visibility;
  onChange: (value: Visibility) => void;
}

/** Who may read it once a teacher said yes. */
export function ReadersField({ value, onChange }: ReadersFieldProps) {
  const name = useId();
  return (
    <fieldset className={styles.readers}>
      <legend>Who may read it?</legend>
      <p>Your teacher looks at it first, whatever you choose.</p>
      {readers.map((reader) => (
        <label key={reader.value} className={styles.reader}>
          <input
            type="radio"
            name={name}
            checked={value === reader.value}
            onChange={() => onChange(reader.value)}
          />
          {reader.label}
        </label>
      ))}
    </fieldset>
  );
}
