import { Button } from '@mantine/core';
import { syncNow } from '#src/session/sync-now.ts';
import { useReplica, useSyncStatus } from '#src/session/use-replica.ts';

/** Asks the school once more, and shows that it is being asked. */
export function TryAgainButton() {
  const replica = useReplica();
  const { busy } = useSyncStatus();
  return (
    <Button loading={busy} onClick={() => syncNow(replica)}>
      Try again
    </Button>
  );
}
