import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';

interface CsvButtonProps {
  disabled: boolean;
  csv: { isFetching: boolean; save: () => Promise<void> };
}

export function CsvButton({ disabled, csv: { isFetching, save } }: CsvButtonProps) {
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={20} stroke={1.75} aria-hidden />}
      disabled={disabled}
      loading={isFetching}
      onClick={() => void save()}
    >
      Export as CSV
    </Button>
  );
}
