import { Button } from '@mantine/core';
import { useReplica, useSyncStatus } from '#src/session/use-replica.ts';

/** Asks the school once more, and shows that it is being asked. */
export function TryAgainButton() {
  const replica = useReplica();
  const { busy } = useSyncStatus();
  return (
    <Button loading={busy} onClick={() => replica.syncNow()}>
      Try again
    </Button>
  );
}
