import { Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useId } from 'react';
import { classThemes, themeInWords } from '#contract/classes/classes.rules.ts';
import { foregroundOn } from '#contract/kit/contrast.ts';
import styles from './theme-field.module.css';

/** Which letters are read on a colour; one of black and white always can be. */
function readability(theme: string): string {
  return `${foregroundOn(theme) === '#000000' ? 'Black' : 'White'} letters on it are easy to read`;
}

interface ThemeFieldProps {
  value: string;
  onChange: (theme: string) => void;
}

/** The colour of a class: one of those that are offered, or any other. */
export function ThemeField({ value, onChange }: ThemeFieldProps) {
  const name = useId();
  const isOffered = classThemes.some((theme) => theme.value === value);
  return (
    <fieldset className={styles.field}>
      <legend className={styles.legend}>Colour</legend>
      <div className={styles.swatches}>
        {classThemes.map((theme) => (
          <label
            key={theme.value}
            className={styles.swatch}
            title={theme.name}
            style={{ background: theme.value }}
          >
            <input
              type="radio"
              name={name}
              className={styles.radio}
              aria-label={theme.name}
              checked={value === theme.value}
              onChange={() => onChange(theme.value)}
            />
            {value === theme.value && <IconCheck size={24} color={foregroundOn(theme.value)} aria-hidden />}
          </label>
        ))}
        <label className={styles.other} data-chosen={!isOffered || undefined}>
          <input
            type="color"
            className={styles.picker}
            value={value}
            onChange={({ currentTarget }) => onChange(currentTarget.value.toLowerCase())}
          />
          Another colour
        </label>
      </div>
      <div className={styles.sample}>
        <span className={styles.cloth} style={{ background: value, color: foregroundOn(value) }} aria-hidden>
          Aa
        </span>
        <Text c="dimmed" role="status">
          {themeInWords(value)}. {readability(value)}
        </Text>
      </div>
    </fieldset>
  );
}
