import { Button, FileButton, Text } from '@mantine/core';
import { useEffect, useMemo, useRef } from 'react';
import { causeLimits } from '#contract/causes/causes.schema.ts';
import { unreadableWords } from '#contract/kit/picture-kind.ts';
import styles from './causes.module.css';

const types = ['image/jpeg', 'image/png', 'image/webp'];

/** What is wrong with a file as the device knows it; null where nothing is. */
async function pictureProblem(file: File): Promise<string | null> {
  if (file.size > causeLimits.pictureBytes) return 'A picture has 5 MB at most';
  return unreadableWords(new Uint8Array(await file.arrayBuffer()), 'JPEG or PNG');
}

interface PictureFieldProps {
  label: string;
  /** Address of the present one. */
  present: string | null;
  value: File | null;
  error: string | null;
  busy?: boolean;
  onChange: (file: File | null, problem: string | null) => void;
  /** Takes the present one off. */
  onRemove?: () => void;
}

/** A picture, and the way to another one or to none. */
export function PictureField(props: PictureFieldProps) {
  const { label, present, value, error, busy = false, onChange, onRemove } = props;
  const reset = useRef<() => void>(null);
  const preview = useMemo(() => (value ? URL.createObjectURL(value) : null), [value]);
  useEffect(() => () => (preview === null ? undefined : URL.revokeObjectURL(preview)), [preview]);
  const shown = preview ?? present;

  async function choose(file: File | null) {
    if (file === null) return;
    const problem = await pictureProblem(file);
    onChange(problem === null ? file : value, problem);
    // The same file can be chosen again after it was mended.
    reset.current?.();
  }

  return (
    <div className={styles.part} role="group" aria-label={label}>
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
