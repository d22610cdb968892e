import { Alert, Button, Group, Text } from '@mantine/core';
import { IconPencilCheck } from '@tabler/icons-react';

/** What a form keeps of what is typed: `useDraft` of src/session. */
export interface FormDraft {
  isRestored: boolean;
  startAnew: () => void;
  end: () => void;
}

/** Says that what stands in a form was typed before. */
export function DraftNote({ draft: { isRestored, startAnew } }: { draft: FormDraft }) {
  if (!isRestored) return null;
  return (
    <Alert role="status" variant="light" py="xs" icon={<IconPencilCheck aria-hidden />}>
      <Group justify="space-between" gap="xs">
        <Text>What you typed before is still here.</Text>
        <Button variant="default" size="compact-md" onClick={startAnew}>
          Start anew
        </Button>
      </Group>
    </Alert>
  );
}
