import { ActionIcon, Button } from '@mantine/core';
import { IconArchiveOff } from '@tabler/icons-react';
import type { SchoolClass } from '#contract/classes/classes.schema.ts';
import { saveAndSay } from '#src/session/saved-here.ts';
import { useReplica } from '#src/session/use-replica.ts';
import type { Replica } from '#src/sync/replica.ts';
import { notify } from '#src/ui/notify.tsx';
import { classInput, restoreClass } from './classes.mutations.ts';

interface RestoreClassButtonProps {
  schoolClass: SchoolClass;
  /** In the row of a table there is room for a picture alone. */
  inRow?: boolean;
}

/** The school knows which of its students come back with it. */
export function saveRestored(replica: Replica, { id, name }: SchoolClass): Promise<boolean> {
  return saveAndSay(notify, [`${name} restored`, 'Failed to restore the class'], () =>
    replica.enqueue(restoreClass, classInput(id)),
  );
}

/** Brings a class back. */
export function RestoreClassButton({ schoolClass, inRow = false }: RestoreClassButtonProps) {
  const replica = useReplica();
  const label = `Restore ${schoolClass.name}`;
  const restore = () => void saveRestored(replica, schoolClass);
  if (inRow)
    return (
      <ActionIcon
        variant="subtle"
        color="gray"
        size={40}
        aria-label={label}
        title="Restore"
        onClick={restore}
      >
        <IconArchiveOff size={20} stroke={1.75} aria-hidden />
      </ActionIcon>
    );
  return (
    <Button
      variant="default"
      leftSection={<IconArchiveOff size={18} stroke={1.75} aria-hidden />}
      aria-label={label}
      onClick={restore}
    >
      Restore
    </Button>
  );
}
