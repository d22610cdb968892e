import { Button, FileButton, Input, Text } from '@mantine/core';
import { IconTrash, IconFileUpload } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { fileWords, resourceFileType } from '#contract/resources/resources.rules.ts';
import { resourceFileTypes, resourceLimits, type Resource } from '#contract/resources/resources.schema.ts';
import { sayBytes } from '#src/lib/bytes.ts';
import styles from './resources.module.css';

interface ResourceFileFieldProps {
  /** As it is saved. */
  saved: Resource['file'];
  /** Chosen and not saved: a file, `none` for taken away, or null. */
  value: File | 'none' | null;
  onChange: (value: File | 'none' | null) => void;
  error?: string | undefined;
}

/** What is wrong with a file, before it is sent in vain; null where nothing is. */
async function troubleOf(file: File): Promise<string | null> {
  if (file.size > resourceLimits.bytes) return 'This file is larger than 10 MB.';
  const type = resourceFileType(new Uint8Array(await file.arrayBuffer()));
  return type === null ? 'This file cannot be read. Please choose a PDF or a JPEG or PNG picture.' : null;
}

/** A PDF or a picture: chosen from the device, replaced, or taken away. */
export function ResourceFileField({ saved, value, onChange, error }: ResourceFileFieldProps) {
  const id = useId();
  const resetFile = useRef<() => void>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const isThere = value === null ? saved !== null : value !== 'none';

  async function choose(file: File | null): Promise<void> {
    if (!file) return;
    const found = await troubleOf(file);
    // Or choosing the same file again would be no change.
    resetFile.current?.();
    setTrouble(found);
    if (found !== null) return;
    // What it is said to be may be anything; what it is was just looked at.
    const type = resourceFileType(new Uint8Array(await file.slice(0, resourceLimits.bytes).arrayBuffer()));
    onChange(type === null || type === file.type ? file : new File([file], file.name, { type }));
  }

  const shownError = trouble ?? error;
  return (
    <Input.Wrapper
      id={id}
      label="File"
      labelElement="div"
      description="A PDF, or a JPEG or PNG picture of a sheet. 10 MB at most."
      error={shownError}
      errorProps={{ role: 'alert' }}
    >
      <div className={styles.chosen}>
        <FileButton
          resetRef={resetFile}
          accept={resourceFileTypes.join(',')}
          onChange={(file) => void choose(file)}
          inputProps={{ 'aria-label': 'File' }}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<IconFileUpload size={18} stroke={1.75} aria-hidden />}
            >
              {isThere ? 'Choose another file' : 'Choose a file'}
            </Button>
          )}
        </FileButton>
        {isThere && (
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconTrash size={18} stroke={1.75} aria-hidden />}
            onClick={() => {
              setTrouble(null);
              onChange(saved === null ? null : 'none');
            }}
          >
            Take it away
          </Button>
        )}
        <Text role="status">
          {value instanceof File ? (
            <>
              <bdi>{value.name}</bdi>, {sayBytes(value.size)}
            </>
          ) : (
            isThere && saved && `${fileWords[saved.media_type].label}, ${sayBytes(saved.bytes)}`
          )}
        </Text>
      </div>
    </Input.Wrapper>
  );
}
