import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { csvName } from '#src/lib/csv.ts';
import { notify } from './notify.tsx';
import { saveFile } from './save-file.ts';

interface CsvButtonProps {
  /** What the file lists; its name begins with it. */
  list: string;
  disabled: boolean;
  /** Reads the whole list, as the text of the file or as the file. */
  read: () => string | Promise<string | Blob>;
  /** Why it could not be read, in words. */
  explain: (error: unknown) => string;
}

/** Saves a whole list as a file for a spreadsheet. */
export function CsvButton({ list, disabled, read, explain }: CsvButtonProps) {
  const [isReading, setReading] = useState(false);
  async function save(): Promise<void> {
    setReading(true);
    try {
      const content = await read();
      saveFile(new Blob([content], { type: 'text/csv;charset=utf-8' }), csvName(list, new Date()));
    } catch (error) {
      notify.error('The list could not be exported', explain(error));
    }
    setReading(false);
  }
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={20} stroke={1.75} aria-hidden />}
      disabled={disabled}
      loading={isReading}
      onClick={() => void save()}
    >
      Export as CSV
    </Button>
  );
}
