import { Alert, Button, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { WatchItem } from '#contract/monitoring/monitoring.schema.ts';
import { saySince, useNow } from '#src/ui/moments.ts';

/** Somebody else has it, or only the school decides. */
export function WatchStanding({ item, onLookAgain }: { item: WatchItem; onLookAgain: () => void }) {
  const now = useNow();
  const { claim, taken_down_by, school_name } = item;
  if (claim && !claim.is_mine)
    return (
      <Alert color="blue" icon={<IconAlertCircle aria-hidden />} title={`${claim.by} is looking at this`}>
        <Text>
          They have it until {saySince(claim.until, now)}. You can read it meanwhile, and decide after that.
        </Text>
        <Button mt="sm" variant="default" onClick={onLookAgain}>
          Look at it again
        </Button>
      </Alert>
    );
  if (taken_down_by !== 'school') return null;
  return (
    <Alert color="blue" icon={<IconAlertCircle aria-hidden />} title="The school took this down itself">
      Only {school_name} reinstates it.
    </Alert>
  );
}
