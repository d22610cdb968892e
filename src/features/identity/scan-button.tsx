import { Button } from '@mantine/core';
import { IconQrcode } from '@tabler/icons-react';

/** Read out beside the scanner. */
export const scanWords = 'Hold your card up in front of the tablet, so that it sees the square.';

/** The way in for a child with a card, beside what is typed. */
export function ScanButton({ onClick }: { onClick: () => void }) {
  return (
    <Button
      variant="default"
      size="lg"
      fullWidth
      leftSection={<IconQrcode size={26} stroke={1.75} aria-hidden />}
      onClick={onClick}
    >
      Scan my card
    </Button>
  );
}
