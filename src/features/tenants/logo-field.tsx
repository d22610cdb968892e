import { Button, FileButton, Text } from '@mantine/core';
import { useEffect, useMemo, useRef } from 'react';
import { limits } from '#contract/kit/limits.ts';
import { pictureKind, unreadableWords } from '#contract/kit/picture-kind.ts';
import styles from './tenants.module.css';

/** A file that was chosen, `none` to take the logo away, null to leave it. */
export type LogoChoice = File | 'none' | null;

const types: readonly string[] = ['image/jpeg', 'image/png', 'image/svg+xml'];

const kinds = new Set<string | null>(['JPEG', 'PNG']);

/** What is wrong with a file as the device knows it, in words of the specification where it has them; null where nothing is. */
async function logoProblem(file: File): Promise<string | null> {
  if (!types.includes(file.type)) return 'Unsupported file format';
  if (file.size > limits.logoBytes) return 'File too large';
  const bytes = new Uint8Array(await file.arrayBuffer());
  const kind = pictureKind(bytes);
  return (
    unreadableWords(bytes, 'JPEG or PNG') ??
    (kind === null || kinds.has(kind) ? null : 'Unsupported file format')
  );
}

interface LogoFieldProps {
  /** Address of the present one. */
  present: string | null;
  value: LogoChoice;
  error: React.ReactNode;
  onChange: (choice: LogoChoice, problem: string | null) => void;
}

/** The logo, and the way to another one or to none. */
export function LogoField({ present, value, error, onChange }: LogoFieldProps) {
  const reset = useRef<() => void>(null);
  const preview = useMemo(() => (value instanceof File ? URL.createObjectURL(value) : null), [value]);
  useEffect(() => () => (preview === null ? undefined : URL.revokeObjectURL(preview)), [preview]);
  const shown = preview ?? (value === 'none' ? null : present);

  async function choose(file: File | null) {
    if (file === null) return;
    const problem = await logoProblem(file);
    onChange(problem === null ? file : value, problem);
    // The same file can be chosen again after it was mended.
    reset.current?.();
  }

  return (
    <fieldset className={styles.group}>
      <legend>Logo</legend>
      <div className={styles.logo}>
        <div className={styles.sheet}>
          {shown === null ? <Text size="sm">No logo</Text> : <img src={shown} alt="The logo" />}
        </div>
        <FileButton resetRef={reset} accept={types.join(',')} onChange={(file) => void choose(file)}>
          {(props) => (
            <Button variant="default" {...props}>
              {present === null ? 'Choose a logo' : 'Choose another logo'}
            </Button>
          )}
        </FileButton>
        {shown !== null && (
          <Button variant="subtle" onClick={() => onChange(present === null ? null : 'none', null)}>
            Remove the logo
          </Button>
        )}
      </div>
      <Text size="sm" c="dimmed" mt={4}>
        JPEG, PNG or SVG, up to 5 MB.
      </Text>
      {error && (
        <Text size="sm" c="red" role="alert">
          {error}
        </Text>
      )}
    </fieldset>
  );
}
