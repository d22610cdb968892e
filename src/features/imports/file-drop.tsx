import { Alert, Anchor, Button, Progress, Text } from '@mantine/core';
import { IconFileSpreadsheet, IconFileUpload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { ChangeEvent, DragEvent } from 'react';
import styles from './imports.module.css';

interface FileDropProps {
  /** Why the last file was not taken; null where there was none. */
  refusal: string | null;
  onFile: (file: File) => void;
}

/** Where a file is dropped or chosen. */
export function FileDrop({ refusal, onFile }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);

  function take(file: File | undefined) {
    if (file) onFile(file);
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  }

  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    take(currentTarget.files?.[0]);
    // So that the same file, mended meanwhile, is a change again.
    currentTarget.value = '';
  }

  return (
    <section aria-labelledby="import-file" className={styles.pick}>
      <div
        className={styles.drop}
        data-tour="import-file"
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <IconFileSpreadsheet size={40} stroke={1.25} aria-hidden />
        <h2 id="import-file" className={styles.heading}>
          Choose a CSV file
        </h2>
        <Text>
          First Name,Last Name: one student on each line. Other columns are left out. Every spreadsheet can
          save a list as CSV.
        </Text>
        <Button
          leftSection={<IconFileUpload size={20} stroke={1.75} aria-hidden />}
          onClick={() => input.current?.click()}
        >
          Choose a file
        </Button>
        <input ref={input} type="file" accept=".csv,text/csv" hidden onChange={choose} />
        <Text size="sm" c="dimmed">
          Or drop it here. 5 MB at most. <SampleLink />
        </Text>
      </div>
      {refusal !== null && <Alert color="red" variant="light" role="alert" title={refusal} />}
    </section>
  );
}

function SampleLink() {
  return (
    <Anchor
      href="/sample-students.csv"
      download
      underline="always"
      className={styles.sample}
      data-tour="import-sample"
    >
      Download a sample
    </Anchor>
  );
}

interface FileReadingProps {
  name: string;
  done: number;
  /** Null while nobody knows how many rows there are. */
  total: number | null;
  onCancel: () => void;
}

/** How far reading is. */
export function FileReadingProgress({ name, done, total, onCancel }: FileReadingProps) {
  const percent = total === null || total === 0 ? 0 : Math.round((done / total) * 100);
  return (
    <section aria-label="Reading the file" className={styles.reading}>
      <Text role="status">
        Reading <bdi>{name}</bdi> …
      </Text>
      <Progress value={percent} aria-label="Rows that are read" />
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
    </section>
  );
}
