import { Button, FileButton, Text } from '@mantine/core';
import { useEffect, useMemo, useRef } from 'react';
import styles from './picture-field.module.css';

const types = ['image/jpeg', 'image/png', 'image/webp'];

interface PictureFieldProps {
  label: string;
  /** Address of the present one. */
  present: string | null;
  value: File | null;
  error: string | null;
  busy?: boolean;
  /** What is wrong with a file before it is taken; null where nothing is. */
  check: (file: File) => Promise<string | null>;
  onChange: (file: File | null, problem: string | null) => void;
  /** Takes the present one off. */
  onRemove?: () => void;
}

/** A picture, and the way to another one or to none. */
export function PictureField(props: PictureFieldProps) {
  const { label, present, value, error, busy = false, check, onChange, onRemove } = props;
  const reset = useRef<() => void>(null);
  const preview = useMemo(() => (value ? URL.createObjectURL(value) : null), [value]);
  useEffect(() => () => (preview === null ? undefined : URL.revokeObjectURL(preview)), [preview]);
  const shown = preview ?? present;

  async function choose(file: File | null) {
    if (file === null) return;
    const problem = await check(file);
    onChange(problem === null ? file : value, problem);
    // The same file can be chosen again after it was mended.
    reset.current?.();
  }

  return (
    <div className={styles.field} role="group" aria-label={label}>
      <Text fw={500}>{label}</Text>
      {shown !== null && <img src={shown} alt={label} className={styles.preview} />}
      <div className={styles.choosing}>
        <FileButton resetRef={reset} accept={types.join(',')} onChange={(file) => void choose(file)}>
          {(button) => (
            <Button variant="default" loading={busy} {...button}>
              {shown === null ? 'Choose a picture' : 'Choose another picture'}
            </Button>
          )}
        </FileButton>
        {value && (
          <Button variant="subtle" onClick={() => onChange(null, null)}>
            Leave it out
          </Button>
        )}
        {!value && present !== null && onRemove && (
          <Button variant="subtle" loading={busy} onClick={onRemove}>
            Remove the picture
          </Button>
        )}
      </div>
      <Text size="sm" c="dimmed">
        JPEG, PNG or WebP, up to 5 MB. No faces of children, please.
      </Text>
      {error !== null && (
        <Text size="sm" c="red" role="alert">
          {error}
        </Text>
      )}
    </div>
  );
}
