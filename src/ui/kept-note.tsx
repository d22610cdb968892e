import { Alert, Button, Group, Text } from '@mantine/core';
import { IconWifiOff } from '@tabler/icons-react';
import { cannotBeReachedTitle } from '#src/lib/reach-words.ts';
import { saySince, useNow } from './moments.ts';

interface KeptNoteProps {
  /** When it was so. */
  asOf: string;
  /** Asks again, where nothing else on the page does. */
  onRetry?: () => void;
  busy?: boolean;
}

/** Above what stands on the server alone, shown as it was seen last. */
export function KeptNote({ asOf, onRetry, busy = false }: KeptNoteProps) {
  const now = useNow();
  return (
    <Alert role="status" variant="light" icon={<IconWifiOff aria-hidden />}>
      <Group justify="space-between" gap="xs">
        <Text>
          {cannotBeReachedTitle}, so this is how it was at {saySince(asOf, now)}.
        </Text>
        {onRetry && (
          <Button variant="default" size="compact-md" loading={busy} onClick={onRetry}>
            Try again
          </Button>
        )}
      </Group>
    </Alert>
  );
}
