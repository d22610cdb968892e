import { Text, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useId } from 'react';
import type { ColorField as Field } from '#contract/tenants/tenants.schema.ts';
import { colorLabels, noteOf } from './color-words.rules.ts';
import styles from './tenants.module.css';

interface ColorFieldProps {
  field: Field;
  value: string;
  error?: React.ReactNode;
  required: boolean;
  onChange: (color: string) => void;
  /** Called when somebody is through with it. */
  onBlur: () => void;
}

/** A colour as six hexadecimal digits, or picked; how well it can be seen stands under it and follows at once. */
export function ColorField({ field, value, error, required, onChange, onBlur }: ColorFieldProps) {
  const noteId = useId();
  const note = noteOf(field, value);
  return (
    <div>
      <TextInput
        label={colorLabels[field]}
        required={required}
        withAsterisk={false}
        value={value}
        error={error}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onBlur={onBlur}
        aria-describedby={noteId}
        autoComplete="off"
        spellCheck={false}
        maxLength={7}
        leftSectionWidth={52}
        leftSectionPointerEvents="all"
        leftSection={
          <input
            type="color"
            className={styles.swatch}
            aria-label={`Pick: ${colorLabels[field]}`}
            value={note === null ? '#000000' : value.toLowerCase()}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
          />
        }
      />
      <Text id={noteId} size="sm" className={styles.note} data-faint={note?.isFaint ?? false}>
        {note?.isFaint && <IconAlertTriangle size={16} aria-label="Warning:" />}
        {note?.text}
      </Text>
    </div>
  );
}
